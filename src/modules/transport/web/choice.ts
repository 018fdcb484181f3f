/** The choice for each vehicle: class, baggage, seat preference. Stored in the address like the search. */
import type { CallInput } from '#contract/call.ts'
import { CallError } from '#contract/client.ts'
import type { Money } from '#kernel/money.ts'
import type { chooseJourney } from '../sale-contract.ts'
import { seatPreferences, type SeatPreference } from '../kinds.ts'
import { partyOf, type RiderCounts } from './address.ts'
import type { SearchPage, TicketTypes } from './search-data.ts'

export interface Choice {
  /** Class code by run id; by default the cheapest class with enough seats. */
  readonly classes: Readonly<Record<string, string>>
  /** Number of pieces by run and option, for example `12.bicycle`. */
  readonly baggage: Readonly<Record<string, number>>
  readonly preference: SeatPreference | null
  readonly mayChangeSeats: boolean
}

/** Parameters that do not affect the loaded data. */
export const choiceParams = ['class', 'bags', 'seat', 'hop'] as const

export function readChoice(params: URLSearchParams): Choice {
  const pairs = (name: string): (readonly [string, string])[] =>
    (params.get(name) ?? '').split(',').flatMap((one) => {
      const [key, value] = one.split(':')
      return key && value ? [[key, value] as const] : []
    })
  const bags = pairs('bags').map(([key, count]) => [key, Number(count)] as const)
  return {
    classes: Object.fromEntries(pairs('class')),
    baggage: Object.fromEntries(
      bags.filter(([, count]) => Number.isInteger(count) && count > 0 && count <= 20),
    ),
    preference: seatPreferences.find((one) => one === params.get('seat')) ?? null,
    mayChangeSeats: params.get('hop') === '1',
  }
}

/** The query of an address with another choice. */
export function withChoice(params: URLSearchParams, choice: Choice): URLSearchParams {
  const query = new URLSearchParams(params)
  const put = (name: string, value: string): void => {
    if (value === '') query.delete(name)
    else query.set(name, value)
  }
  const listed = (pairs: Readonly<Record<string, string | number>>): string =>
    Object.entries(pairs)
      .filter(([, value]) => value !== 0)
      .map(([key, value]) => `${key}:${value}`)
      .join(',')
  put('class', listed(choice.classes))
  put('bags', listed(choice.baggage))
  put('seat', choice.preference ?? '')
  put('hop', choice.mayChangeSeats ? '1' : '')
  return query
}

type ClassOffer = TicketTypes['classes'][number]

/** Total for the party in a class; null if the class has too few seats. */
export function priceOfClass(offer: ClassOffer, riders: RiderCounts): Money | null {
  const party = partyOf(riders)
  const prices = party.map((code) => riderOf(offer, code)?.total ?? null)
  if (prices.some((price) => price === null)) return null
  const currency = offer.riders[0]?.total.currency ?? 'GEL'
  return { amount: prices.reduce((sum, price) => sum + (price?.amount ?? 0), 0), currency }
}

/**
 * The fare of a rider category; the adult fare if the carrier has none for it. Wheelchair users have one everywhere: that of
 * their spaces, never of a seat.
 */
export function riderOf(offer: ClassOffer, code: string) {
  const find = (wanted: string) => offer.riders.find(({ rider }) => rider === wanted)
  return find(code) ?? (code === 'wheelchair' ? undefined : find('adult'))
}

/** Riders who take a wheelchair space, or the seat beside one. */
const besideSeats: ReadonlySet<string> = new Set(['wheelchair', 'companion'])

/** Whether passengers of a category take an ordinary seat, of which they may prefer some. */
export function takesSeat(rider: string | null): boolean {
  return !besideSeats.has(rider ?? '')
}

/** Number of ordinary seats that a party needs. */
export function seatsNeeded(offer: ClassOffer, riders: RiderCounts): number {
  return partyOf(riders).filter((code) => takesSeat(riderOf(offer, code)?.rider ?? code)).length
}

/** Whether somebody in a vehicle may prefer some seats: wheelchair spaces are where they are. */
export function hasSeatPreference({ terms, classes }: TicketTypes, riders: RiderCounts): boolean {
  return terms.hasSeatChoice && classes.some((offer) => seatsNeeded(offer, riders) > 0)
}

/** Whether a party fits into a class: whoever takes no seat needs a wheelchair space in it. */
export function hasRoom(offer: ClassOffer, riders: RiderCounts): boolean {
  const seats = seatsNeeded(offer, riders)
  return seats === 0 ? offer.spacesLeft > 0 : offer.seatsLeft >= seats
}

/** The chosen class, otherwise the cheapest with enough seats. */
export function classOf(
  types: TicketTypes,
  choice: Choice,
  riders: RiderCounts,
): ClassOffer | undefined {
  const wanted = choice.classes[String(types.segment.runId)]
  const chosen = types.classes.find(({ classCode }) => classCode === wanted)
  if (chosen) return chosen
  return types.classes
    .filter((offer) => hasRoom(offer, riders) && priceOfClass(offer, riders))
    .toSorted(
      (left, right) =>
        (priceOfClass(left, riders)?.amount ?? 0) - (priceOfClass(right, riders)?.amount ?? 0),
    )[0]
}

/** Key of a baggage option in the choice. */
export function bagKey(types: TicketTypes, optionCode: string): string {
  return `${types.segment.runId}.${optionCode}`
}

/** Total of the choice with fees; null if part of it cannot be bought. */
export function totalOf(
  types: readonly TicketTypes[],
  choice: Choice,
  riders: RiderCounts,
): Money | null {
  let amount = 0
  for (const one of types) {
    const offer = classOf(one, choice, riders)
    const price = offer && priceOfClass(offer, riders)
    if (!price) return null
    amount += price.amount
    for (const { optionCode, price: each } of one.baggage)
      amount += each.amount * (choice.baggage[bagKey(one, optionCode)] ?? 0)
  }
  return types.length === 0 ? null : { amount, currency: 'GEL' }
}

/** Input of the call that holds outward and return journey together. */
export function holdOf(
  page: Pick<SearchPage, 'chosen' | 'types' | 'search'>,
  choice: Choice,
): NonNullable<CallInput<typeof chooseJourney>['body']> {
  const { chosen, types, search } = page
  const thereCount = chosen.there?.segments.length ?? 0
  return {
    segments: types.map((one, index) => {
      const offer = classOf(one, choice, search.riders)
      return {
        runId: one.segment.runId ?? 0,
        legFrom: one.segment.legFrom,
        legTo: one.segment.legTo,
        direction: index < thereCount ? 0 : 1,
        ...(offer ? { classCode: offer.classCode } : {}),
        passengers: partyOf(search.riders).map((code) => ({
          rider: (offer && riderOf(offer, code)?.rider) ?? code,
        })),
        preferences: choice.preference ? [choice.preference] : [],
        mayChangeSeats: choice.mayChangeSeats,
        baggage: one.baggage.flatMap(({ optionCode }) => {
          const quantity = choice.baggage[bagKey(one, optionCode)] ?? 0
          return quantity > 0 ? [{ optionCode, quantity }] : []
        }),
      }
    }),
  }
}

/** Whether a hold was refused for its baggage alone: the error names pools, which only baggage has on journeys. */
export function isBaggageTaken(error: unknown): boolean {
  if (!(error instanceof CallError) || error.code !== 'SeatNotAvailable') return false
  const { placeIds, poolIds } = error.detail
  const namesAny = (ids: unknown): boolean => Array.isArray(ids) && ids.length > 0
  return namesAny(poolIds) && !namesAny(placeIds)
}
