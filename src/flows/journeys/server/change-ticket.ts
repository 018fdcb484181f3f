/** Another run, day, class or seat for one ticket: a quote, and an order that takes its place when it is paid. */
import type { ErrorCode } from '#contract/errors.ts'
import { completeOrder, type OrderOutcome } from '#flows/checkout/server/complete-order.ts'
import type { CheckoutPorts } from '#flows/checkout/server/ports.ts'
import type { ReturnPorts } from '#flows/returns/server/ports.ts'
import {
  paidBy,
  refundAllocationOf,
  splitBack,
  sumOf,
} from '#flows/returns/server/refund-allocation.ts'
import { money } from '#kernel/money.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import {
  checkoutOrder,
  findOwnOrder,
  isWrongAgeFor,
  readReturned,
  requestFor,
  setOffReplaced,
  takeOffers,
  termsAcceptedAt,
  type Order,
  type ReplacedTicket,
} from '#modules/orders/server/public-api.ts'
import type { ChangeQuoteView, ChangeTermsView } from '#modules/transport/sale-contract.ts'
import {
  selectMovingBaggage,
  baggageIdOf,
  mayTakeBaggage,
  offerChange,
  readChangeTerms,
  transportSource,
  type ChangingTicket,
  type OfferedChange,
  type RequestedSeat,
} from '#modules/transport/server/public-api.ts'
import {
  findTicketStates,
  holdTickets,
  readTicketStates,
  type HeldTicket,
} from '#modules/tickets/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { quoteMinutes, quoteText, type QuoteText } from './change-quote.ts'
import { partyProblem } from './check-party.ts'
import { refusalOf } from './refusal.ts'

export interface ChangePorts {
  readonly checkout: CheckoutPorts
  readonly returns: ReturnPorts
}

interface Change {
  readonly order: Order
  readonly held: HeldTicket
  readonly offered: OfferedChange
  /** What was paid for the ticket, without its service fee. */
  readonly oldMinor: number
  readonly bags: ChangeQuoteView['bags']
  /** Tickets of the baggage that is moved with it. */
  readonly going: readonly HeldTicket[]
}

/** The requested replacement of a ticket. */
export type WantedChange = RequestedSeat & {
  readonly ticketIdentifier: string
  readonly bags?: number | undefined
}

export async function quoteChange(
  context: Context,
  ports: ChangePorts,
  asked: WantedChange,
): Promise<Result<ChangeQuoteView, ErrorCode>> {
  const found = await findChange(context, ports, asked)
  if (!found.ok) return found
  const { offered, oldMinor, bags } = found.value
  const feeMinor = Math.min(offered.changeFeeMinor, oldMinor)
  const now = context.clock.now().getTime()
  const validUntil = Math.min(now + quoteMinutes * 60_000, offered.changeUntil.getTime())
  const quote: QuoteText = {
    ticketIdentifier: found.value.held.ticket.identifier,
    runId: asked.runId,
    legFrom: asked.legFrom,
    legTo: asked.legTo,
    placeId: offered.placeId,
    vehicleTypeId: offered.vehicleTypeId,
    newMinor: offered.newMinor,
    oldMinor,
    feeMinor,
    bags: bags.count,
    validUntil,
  }
  return ok({
    quote: Buffer.from(JSON.stringify(quote)).toString('base64url'),
    validUntil: new Date(validUntil).toISOString(),
    ticketIdentifier: quote.ticketIdentifier,
    from: offered.from,
    to: offered.to,
    coach: offered.coach,
    seat: offered.seat,
    rider: offered.rider,
    oldPrice: money(oldMinor),
    newPrice: money(offered.newMinor),
    changeFee: money(feeMinor),
    difference: money(offered.newMinor + feeMinor - oldMinor),
    bags,
  })
}

/** The result of executing a quote. */
export interface ChangedTicket {
  readonly order: Order
  readonly difference: number
}

/**
 * Holds the new seat in an order of its own, with buyer and passenger of the ticket. The value of the old ticket, less
 * the fee, is credited towards its price. When that order is paid, or at once when nothing is to be paid, the new
 * ticket is issued and the old one ends, in one transaction; any value beyond the new price is refunded to its source.
 */
export async function changeTicket(
  context: Context,
  ports: ChangePorts,
  text: string,
): Promise<Result<ChangedTicket, ErrorCode>> {
  const quote = readQuote(text)
  if (!quote || context.clock.now().getTime() > quote.validUntil) return fail('QuoteChanged')
  const found = await findChange(context, ports, quote)
  if (!found.ok) return found
  const { offered, oldMinor, order, held, bags } = found.value
  const feeMinor = Math.min(offered.changeFeeMinor, oldMinor)
  const isAsQuoted =
    // In another vehicle the quoted seat is another one.
    offered.vehicleTypeId === quote.vehicleTypeId &&
    offered.newMinor === quote.newMinor &&
    oldMinor === quote.oldMinor &&
    feeMinor === quote.feeMinor &&
    bags.count === quote.bags
  if (!isAsQuoted) return fail('QuoteChanged')
  const replaces = await replacedTicket(context, order, {
    ticketIdentifier: quote.ticketIdentifier,
    feeMinor,
    backMinor: oldMinor - feeMinor,
  })
  const request = {
    ...offered.request,
    passengers: offered.request.passengers.map((one) => ({ ...one, replaces })),
    baggage: await baggageRequest(context, found.value, oldMinor - feeMinor),
  }
  const taken = await inTransaction(context, async (inside) => {
    const chosen = await takeOffers(inside, [requestFor(transportSource, request)], {
      isAllOrNothing: true,
    })
    if (!chosen.ok) return chosen
    const { orderKey, lines } = await setOffReplaced(inside, chosen.value.order)
    const line = lines.find(
      ({ detail }) => detail.replaces?.ticketIdentifier === quote.ticketIdentifier,
    )
    const passengers =
      line && held.passenger ? [{ lineId: line.id, unit: 0, ...held.passenger }] : []
    const { sources } = ports.checkout.orders
    return checkoutOrder(inside, sources, {
      orderKey,
      buyer: order.buyer,
      acceptTerms: true,
      passengers,
    })
  })
  if (!taken.ok) return taken
  const difference = quote.newMinor + feeMinor - oldMinor
  if (taken.value.totalMinor > 0) return ok({ order: taken.value, difference })
  const done = await completeReplacement(context, ports, taken.value.orderKey)
  return done.ok ? ok({ order: done.value.order, difference }) : done
}

/**
 * Completes an order of which nothing is to be paid. Another vehicle may have taken the held seat from it meanwhile: then
 * the order is empty, and the offer no longer what was accepted.
 */
export async function completeReplacement(
  context: Context,
  ports: ChangePorts,
  orderKey: string,
): Promise<Result<OrderOutcome, ErrorCode>> {
  const done = await completeOrder(context, ports.checkout, orderKey)
  return !done.ok && done.code === 'OrderEmpty' ? fail('QuoteChanged') : done
}

/** Data of the replaced ticket in a line: its value is divided in the same way as its later refund. */
export async function replacedTicket(
  context: Context,
  order: Order,
  ticket: {
    readonly ticketIdentifier: string
    readonly feeMinor: number
    readonly backMinor: number
    /** Tickets of the same order that were replaced just before this one. */
    readonly beforeMinor?: number
  },
): Promise<ReplacedTicket> {
  const { ticketIdentifier, feeMinor, backMinor, beforeMinor = 0 } = ticket
  const paid = paidBy(order)
  const returned = await readReturned(context, order.id)
  const { customerId } = paid
  const split = splitBack(paid, backMinor, returned + beforeMinor)
  return {
    orderKey: order.orderKey,
    ticketIdentifier,
    feeMinor,
    worth: { ...split, customerId: split.balanceMinor > 0 ? customerId : null },
  }
}

function readQuote(text: string): QuoteText | null {
  try {
    const parsed = quoteText.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

/** The category of a ticket's passenger, and what a change costs and until when, whatever is chosen. */
export async function changeTerms(
  context: Context,
  ports: ChangePorts,
  ticketIdentifier: string,
): Promise<Result<ChangeTermsView, ErrorCode>> {
  const found = await findChanging(context, ports, ticketIdentifier)
  if (!found.ok) return found
  const { changing, order, held } = found.value
  const terms = await readChangeTerms(context, changing)
  if (!terms.ok) return terms
  const { rider, feeMinor, until, timeZone } = terms.value
  return ok({
    ticketIdentifier: held.ticket.identifier,
    rider,
    changeFee: money(Math.min(feeMinor, faceOf(order, held))),
    changeUntil: until.toISOString(),
    timeZone,
  })
}

/** A ticket that its holder may exchange, with its order and the other tickets of it. */
interface FoundTicket {
  readonly order: Order
  readonly held: HeldTicket
  readonly all: readonly HeldTicket[]
  readonly changing: ChangingTicket
}

async function findChanging(
  context: Context,
  ports: ChangePorts,
  ticketIdentifier: string,
): Promise<Result<FoundTicket, ErrorCode>> {
  if (context.actor.kind === 'visitor') return fail('Unauthenticated')
  const [state] = await findTicketStates(context, [ticketIdentifier.trim().toUpperCase()])
  if (!state) return fail('TicketNotFound')
  const order = await findOwnOrder(context, { orderId: state.orderId })
  if (!order.ok) return fail('TicketNotFound')
  const refusal = refusalOf(order.value, state)
  if (refusal) return fail(refusal)
  const all = await holdTickets(context, ports.returns.tickets, [order.value])
  const held = all.find(({ ticket }) => ticket.id === state.id)
  if (!held) return fail('TicketNotFound')
  const { ticket, line } = held
  const { source, itemId, legFrom, legTo, ticketTypeId } = ticket
  const changing = {
    source,
    itemId,
    legFrom,
    legTo,
    ticketTypeId,
    placeId: line.placeId,
    acceptedAt: termsAcceptedAt(order.value),
    fullRefundUntil: held.subject.fullRefundUntil,
    isOneOfSeveral: line.detail.package !== undefined,
  }
  return ok({ order: order.value, held, all, changing })
}

async function findChange(
  context: Context,
  ports: ChangePorts,
  wanted: WantedChange,
): Promise<Result<Change, ErrorCode>> {
  const found = await findChanging(context, ports, wanted.ticketIdentifier)
  if (!found.ok) return found
  const { order, held, all, changing } = found.value
  const offered = await offerChange(context, changing, wanted)
  if (!offered.ok) return offered
  const { source, ticketTypeId } = changing
  const { runId: itemId, legFrom, legTo } = wanted
  const { passenger } = held
  const item = { source, itemId, legFrom, legTo }
  const who = passenger && { ticketTypeId, passenger }
  if (who && (await isWrongAgeFor(context, transportSource, item, who)))
    return fail('PassengerAgeWrong')
  const alone = await partyProblem(context, ports.returns.tickets, {
    order,
    moving: [held],
    to: { runId: itemId, legFrom, legTo },
  })
  if (alone) return fail(alone)
  const along = await baggageOfParty(context, { order, held, all }, wanted)
  const pieces = along.going.flatMap(({ ticket }) => baggageIdOf(ticket) ?? [])
  if (!(await mayTakeBaggage(context, wanted, pieces))) return fail('BaggageFull')
  return ok({ order, held, offered: offered.value, oldMinor: faceOf(order, held), ...along })
}

/** The amount paid for a ticket without its service fee. */
function faceOf(order: Order, { ticket }: HeldTicket): number {
  const worth = refundAllocationOf(order).tickets.find(
    (one) => one.line.id === ticket.orderLineId && one.unit === ticket.lineUnit,
  )
  return worth ? sumOf(worth.face) : 0
}

/** Baggage of the order on the replaced legs; it stays when only the seat in the same vehicle changes. */
async function baggageOfParty(
  context: Context,
  party: {
    readonly order: Order
    readonly held: HeldTicket
    readonly all: readonly HeldTicket[]
  },
  wanted: WantedChange,
): Promise<Pick<Change, 'bags' | 'going'>> {
  const { order, held, all } = party
  const { source, itemId, legFrom, legTo } = held.ticket
  const isSameWay = wanted.runId === itemId && wanted.legFrom === legFrom && wanted.legTo === legTo
  if (isSameWay) return { bags: { count: 0, least: 0, most: 0 }, going: [] }
  const states = await readTicketStates(context, order.id, { isLocked: false })
  const good = new Set(states.filter((one) => refusalOf(order, one) === null).map(({ id }) => id))
  const others = all.filter(
    ({ ticket }) =>
      ticket.id !== held.ticket.id &&
      good.has(ticket.id) &&
      ticket.source === source &&
      ticket.itemId === itemId &&
      ticket.legFrom === legFrom &&
      ticket.legTo === legTo,
  )
  const found = await selectMovingBaggage(
    context,
    {
      runId: itemId,
      others: others.map((one) => ({ ticketTypeId: one.ticket.ticketTypeId, one })),
    },
    wanted.bags,
  )
  const { least, most, going } = found
  return { bags: { count: going.length, least, most }, going: going.map(({ one }) => one) }
}

/** The same pieces on the new run, at the price paid for them. */
async function baggageRequest(
  context: Context,
  { order, going, offered }: Change,
  carriedMinor: number,
): Promise<OfferedChange['request']['baggage']> {
  const [seat] = offered.request.passengers[0]?.seats ?? []
  if (!seat) return []
  const { legFrom, legTo } = seat
  const baggage: OfferedChange['request']['baggage'][number][] = []
  let beforeMinor = carriedMinor
  for (const one of going) {
    const baggageId = baggageIdOf(one.ticket)
    if (baggageId === null) continue
    const priceMinor = faceOf(order, one)
    const { identifier: ticketIdentifier } = one.ticket
    const said = { ticketIdentifier, feeMinor: 0, backMinor: priceMinor, beforeMinor }
    const replaces = await replacedTicket(context, order, said)
    baggage.push({ baggageId, quantity: 1, legFrom, legTo, priceMinor, replaces })
    beforeMinor += priceMinor
  }
  return baggage
}
