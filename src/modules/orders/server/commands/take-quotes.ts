import type { ErrorCode } from '#contract/errors.ts'
import { fail, invariant, ok, type Failure, type Result } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import type { OfferSource, Quote, QuotedFee } from '../offer-source.ts'
import type { Order } from '../order.ts'
import { holdQuotes } from './hold-choices.ts'

interface OrderChoice {
  readonly orderKey?: string
  readonly host?: string
}

/** Holds the places of several quotes for one order: all of them or none. */
export async function takeQuotes(
  context: Context,
  quotes: readonly Quote[],
  options: OrderChoice = {},
): Promise<Result<Order, ErrorCode>> {
  const taken = await takeTogether(context, quotes, { ...options, isAllOrNothing: true })
  if (!taken.ok) return taken
  const [refusal] = taken.value.refused.values()
  return refusal ?? ok(taken.value.order)
}

/** A request for one source's places, made with `requestFor`. */
export interface OfferRequest {
  quote(context: Context): Promise<Result<Quote, ErrorCode>>
}

export function requestFor<Request>(source: OfferSource<Request>, request: Request): OfferRequest {
  return { quote: (context) => source.quote(context, request) }
}

/** Result of several requests: the updated order, and the refusals by index of the request. */
export interface TakenOffers {
  readonly order: Order
  readonly refused: ReadonlyMap<number, Failure<ErrorCode>>
}

/**
 * Asks the sources for priced places and holds them for one order of the caller's, in one transaction and until one
 * deadline. Each request is granted wholly or refused; with `isAllOrNothing` the first refusal refuses all. Requests
 * for the same offering are granted or refused together. Fails with the first refusal when nothing was granted.
 */
export async function takeOffers(
  context: Context,
  requests: readonly OfferRequest[],
  options: OrderChoice & { readonly isAllOrNothing: boolean },
): Promise<Result<TakenOffers, ErrorCode>> {
  const quoted = await Promise.all(requests.map((request) => request.quote(context)))
  const refused = new Map<number, Failure<ErrorCode>>()
  const granted: { index: number; quote: Quote }[] = []
  for (const [index, quote] of quoted.entries()) {
    if (quote.ok) granted.push({ index, quote: quote.value })
    else refused.set(index, quote)
  }
  const [failure] = refused.values()
  if (failure && (options.isAllOrNothing || granted.length === 0)) return failure
  const groups = [...Map.groupBy(granted, ({ quote }) => quote.offeringId).values()]
  const quotes = groups.map((group) => merged(group.map(({ quote }) => quote)))
  const taken = await takeTogether(context, quotes, options)
  if (!taken.ok) return taken
  for (const [position, refusal] of taken.value.refused)
    for (const { index } of groups[position] ?? []) refused.set(index, refusal)
  const [first] = [...refused].toSorted(([left], [right]) => left - right)
  if (first && (options.isAllOrNothing || refused.size === requests.length)) return first[1]
  return ok({ order: taken.value.order, refused })
}

/** Merges several quotes of one offering. */
function merged(quotes: readonly Quote[]): Quote {
  const [first, ...others] = quotes
  invariant(first, 'a group has a quote')
  return others.reduce((one, other) => {
    invariant(
      one.source === other.source && one.itemId === other.itemId && one.currency === other.currency,
      'an offering is of one item',
    )
    const counter = one.counter ?? other.counter
    invariant(
      !one.counter || !other.counter || other.counter.offeringId === one.counter.offeringId,
      'one code opens the places of one offering',
    )
    invariant(one.plan === other.plan, 'the quotes of an offering are of one plan')
    return {
      ...one,
      ...(counter && { counter }),
      tickets: [...withFees(one), ...withFees(other)],
      fees: new Map<number, QuotedFee>(),
      holdSeconds: Math.min(one.holdSeconds, other.holdSeconds),
      placesPerOrderMax: Math.min(one.placesPerOrderMax, other.placesPerOrderMax),
      perTypeMax: new Map([...one.perTypeMax, ...other.perTypeMax]),
      exclusiveTypes: [...(one.exclusiveTypes ?? []), ...(other.exclusiveTypes ?? [])],
    }
  }, first)
}

function withFees({ tickets, fees }: Quote): Quote['tickets'] {
  return tickets.map((ticket) => {
    const fee = ticket.fee ?? fees.get(ticket.ticketTypeId)
    return fee ? { ...ticket, fee } : ticket
  })
}

async function takeTogether(
  context: Context,
  quotes: readonly Quote[],
  options: OrderChoice & { readonly isAllOrNothing: boolean },
): Promise<
  Result<
    { readonly order: Order; readonly refused: ReadonlyMap<number, Failure<ErrorCode>> },
    ErrorCode
  >
> {
  invariant(quotes.length > 0, 'there is something to take')
  const offeringIds = new Set(quotes.map((quote) => quote.offeringId))
  invariant(offeringIds.size === quotes.length, 'each quote is of an offering of its own')
  await context.unwrittenSession?.write()
  return inTransaction(context, async (inside) => {
    const orderKey = options.orderKey?.toLowerCase()
    const held = await holdQuotes(inside, quotes, { ...options, orderKey })
    if (!held.ok) return held
    const { order, refused } = held.value
    const [refusal] = refused.values()
    if (refusal && (options.isAllOrNothing || refused.size === quotes.length)) return refusal
    return order ? ok({ order, refused }) : fail('SeatNotAvailable')
  })
}
