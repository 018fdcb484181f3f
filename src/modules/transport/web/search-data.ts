/** Loaders of the search pages; they use the same calls on the server and in tests. */
import type { Call, CallInput, ReplyOf } from '#contract/call.ts'
import { CallError } from '#contract/client.ts'
import {
  findJourneys,
  findPlaces,
  journeyCalendar,
  ticketTypes,
  type JourneyView,
  type PlaceView,
} from '../contract.ts'
import type { Brand } from '../kinds.ts'
import { addDays, riderQuery, stepOf, type SearchAddress, type Step } from './address.ts'
import {
  readJourneys,
  writeJourneys,
  type ReadJourney,
  type ShownJourney,
  type WrittenJourneys,
} from './journey-data.ts'

/** Sends a call; in process on the server. */
export type Send = <C extends Call>(call: C, input?: CallInput<C>) => Promise<ReplyOf<C>>

export type Day = ReplyOf<typeof journeyCalendar>['days'][number]
export type TicketTypes = ReplyOf<typeof ticketTypes>

/** Days shown before and after the selected day. */
const stripBefore = 3
const stripDays = 14

export interface SearchPage {
  readonly brand: Brand | null
  readonly search: SearchAddress
  readonly step: Step
  readonly today: string
  /**
   * When the data was read, to the minute; the browser must not use its own clock, since the server rendered the page
   * first. Pages of the same minute with the same journeys have the same bytes, so browsers that have one get no other.
   */
  readonly now: string
  /** Null if the place code is unknown. */
  readonly from: NamedPlace | null
  readonly to: NamedPlace | null
  /** Journeys of the direction to be chosen; empty once all are chosen. */
  readonly journeys: readonly ReadJourney[]
  readonly previousDate: string | null
  readonly nextDate: string | null
  readonly days: readonly Day[]
  /** The chosen journeys; null if not chosen or no longer found. */
  readonly chosen: { readonly there: JourneyView | null; readonly back: JourneyView | null }
  /** Ticket types of each chosen vehicle in the order of travel; empty until all journeys are chosen. */
  readonly types: readonly TicketTypes[]
  /** Suggested places for the form. */
  readonly places: readonly NamedPlace[]
}

/** A place as far as the form shows it. */
export type NamedPlace = Pick<PlaceView, 'placeCode' | 'name'>

/** The page's data as it is sent. */
export type SentSearch = Omit<SearchPage, 'journeys'> & { readonly journeys: WrittenJourneys }

export function openSearch(sent: SentSearch): SearchPage {
  return { ...sent, journeys: readJourneys(sent.journeys) }
}

interface SearchRequest {
  readonly brand: Brand | null
  readonly search: SearchAddress
  readonly today: string
  readonly now: string
}

/** Search results of a day: journeys of the direction to be chosen, or ticket types of the chosen journeys. */
export async function loadSearch(send: Send, request: SearchRequest): Promise<SentSearch> {
  const { brand, today, now } = request
  const date = request.search.date === '' ? today : request.search.date
  const search = { ...request.search, date }
  const step = stepOf(search)
  const ofBrand = brand === null ? {} : { brand }
  const { from, to, returnDate } = search
  const [there, back, places] = await Promise.all([
    orNull(send(findJourneys, journeysInput(ofBrand, search, false))),
    returnDate === null || step === 'there'
      ? null
      : orNull(send(findJourneys, journeysInput(ofBrand, search, true))),
    send(findPlaces, { query: { ...ofBrand, most: 12 } }),
  ])
  const chosen = {
    there: there?.journeys.find(({ journeyKey }) => journeyKey === search.there) ?? null,
    back: back?.journeys.find(({ journeyKey }) => journeyKey === search.back) ?? null,
  }
  const shown = step === 'there' ? there : step === 'back' ? back : null
  const { before, after } = search
  const fits = ({ arrivesAt, departsAt }: JourneyView): boolean =>
    step === 'back'
      ? after === null || Date.parse(departsAt) >= Date.parse(after)
      : before === null || Date.parse(arrivesAt) <= Date.parse(before)
  const shownDate = step === 'back' ? (returnDate ?? date) : date
  const first = laterOf(step === 'back' ? date : today, addDays(shownDate, -stripBefore))
  const [calendar, types] = await Promise.all([
    shown === null
      ? null
      : orNull(
          send(journeyCalendar, {
            query: {
              ...ofBrand,
              from: step === 'back' ? to : from,
              to: step === 'back' ? from : to,
              date: first,
              days: stripDays,
              ...ridersInput(search.riders),
            },
          }),
        ),
    step === 'tickets' ? typesOf(send, chosen) : [],
  ])
  return {
    brand,
    search,
    step,
    today,
    now,
    ...endsOf(there, places.places, search),
    journeys: writeJourneys(shown?.journeys.filter(fits) ?? []),
    previousDate: shown?.previousDate ?? null,
    nextDate: shown?.nextDate ?? null,
    days: calendar?.days ?? [],
    chosen,
    types,
    places: places.places.map(named),
  }
}

/** The ends of a search; of one that cannot be made, the end that is not the reason keeps its name. */
function endsOf(
  found: ReplyOf<typeof findJourneys> | null,
  places: readonly PlaceView[],
  { from, to }: SearchAddress,
): Pick<SearchPage, 'from' | 'to'> {
  if (found) return { from: named(found.from), to: named(found.to) }
  const known = (code: string) => {
    const place = places.find(({ placeCode }) => placeCode === code)
    return place ? named(place) : null
  }
  return known(from) ? { from: known(from), to: null } : { from: null, to: known(to) }
}

function named({ placeCode, name }: PlaceView): NamedPlace {
  return { placeCode, name }
}

function journeysInput(
  ofBrand: { readonly brand?: Brand },
  { from, to, date, returnDate, riders }: SearchAddress,
  isBack: boolean,
) {
  const way = isBack ? { from: to, to: from, date: returnDate ?? date } : { from, to, date }
  return { query: { ...ofBrand, ...way, ...ridersInput(riders) } }
}

/** The passengers of a search, whom its prices are for. */
export function ridersInput(riders: SearchAddress['riders']) {
  return { adults: 0, ...riderQuery(riders) }
}

/** Whether a journey has left: one whose sale the carrier has stopped is closed too, but still to come. */
export function hasLeft(journey: ShownJourney, now: string): boolean {
  if (journey.sale !== 'closed') return false
  const { segments, departsAt } = journey
  return Date.parse(segments[0]?.from.expectedAt ?? departsAt) <= Date.parse(now)
}

function laterOf(left: string, right: string): string {
  return left > right ? left : right
}

async function typesOf(
  send: Send,
  { there, back }: SearchPage['chosen'],
): Promise<readonly TicketTypes[]> {
  const segments = [...(there?.segments ?? []), ...(back?.segments ?? [])]
  return Promise.all(
    segments.flatMap(({ runId, legFrom, legTo }) =>
      runId === null ? [] : [send(ticketTypes, { query: { runId, legFrom, legTo } })],
    ),
  )
}

/** Null for an unknown place or an invalid date, which the page reports itself. */
async function orNull<Value>(reply: Promise<Value>): Promise<Value | null> {
  try {
    return await reply
  } catch (error) {
    if (error instanceof CallError && ['NotFound', 'BadRequest'].includes(error.code)) return null
    throw error
  }
}
