/** Another run, day, class or seat for one ticket: a quote, and an order that takes its place when it is paid. */
import { z } from 'zod'
import type { ErrorCode } from '#contract/errors.ts'
import { completeOrder } from '#flows/checkout/server/complete-order.ts'
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
  readReturned,
  requestFor,
  setOffReplaced,
  takeOffers,
  type Order,
  type ReplacedTicket,
} from '#modules/orders/server/public-api.ts'
import type { ChangeQuoteView } from '#modules/transport/sale-contract.ts'
import {
  offerChange,
  transportSource,
  type OfferedChange,
  type WantedSeat,
} from '#modules/transport/server/public-api.ts'
import {
  findTicketStates,
  holdTickets,
  type HeldTicket,
} from '#modules/tickets/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { refusalOf } from './refusal.ts'

export interface ChangePorts {
  readonly checkout: CheckoutPorts
  readonly returns: ReturnPorts
}

/** Minutes that a quote of a change is good for. */
const quoteMinutes = 10

/**
 * A quote is what was asked and what it came to. It is nobody's secret: carrying it out computes everything again and
 * refuses when a sum differs.
 */
const quoteText = z.object({
  ticketIdentifier: z.string().min(1).max(40),
  runId: z.int().min(1).max(2_147_483_647),
  legFrom: z.int().min(0).max(62),
  legTo: z.int().min(1).max(63),
  placeId: z.int().min(1).max(2_147_483_647),
  newMinor: z.int().min(0),
  oldMinor: z.int().min(0),
  feeMinor: z.int().min(0),
  validUntil: z.int(),
})
type QuoteText = z.output<typeof quoteText>

interface Change {
  readonly order: Order
  readonly held: HeldTicket
  readonly offered: OfferedChange
  /** What was paid for the ticket, without its service fee. */
  readonly oldMinor: number
}

export async function quoteChange(
  context: Context,
  ports: ChangePorts,
  asked: WantedSeat & { readonly ticketIdentifier: string },
): Promise<Result<ChangeQuoteView, ErrorCode>> {
  const found = await findChange(context, ports, asked.ticketIdentifier, asked)
  if (!found.ok) return found
  const { offered, oldMinor } = found.value
  const feeMinor = Math.min(offered.changeFeeMinor, oldMinor)
  const now = context.clock.now().getTime()
  const validUntil = Math.min(now + quoteMinutes * 60_000, offered.changeUntil.getTime())
  const quote: QuoteText = {
    ticketIdentifier: found.value.held.ticket.identifier,
    runId: asked.runId,
    legFrom: asked.legFrom,
    legTo: asked.legTo,
    placeId: offered.placeId,
    newMinor: offered.newMinor,
    oldMinor,
    feeMinor,
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
    oldPrice: money(oldMinor),
    newPrice: money(offered.newMinor),
    changeFee: money(feeMinor),
    difference: money(offered.newMinor + feeMinor - oldMinor),
  })
}

/** What carrying out a quote came to. */
export interface ChangedTicket {
  readonly order: Order
  readonly difference: number
}

/**
 * Holds the new seat in an order of its own, with buyer and passenger of the ticket. What the old ticket is worth, less
 * the fee, is set off against its price. When that order is paid, or at once where nothing is to be paid, the new ticket
 * is issued and the old one ends, in one transaction; what it was worth beyond the new price goes back the way it came.
 */
export async function changeTicket(
  context: Context,
  ports: ChangePorts,
  text: string,
): Promise<Result<ChangedTicket, ErrorCode>> {
  const quote = readQuote(text)
  if (!quote || context.clock.now().getTime() > quote.validUntil) return fail('QuoteChanged')
  const found = await findChange(context, ports, quote.ticketIdentifier, quote)
  if (!found.ok) return found
  const { offered, oldMinor, order, held } = found.value
  const feeMinor = Math.min(offered.changeFeeMinor, oldMinor)
  const isAsQuoted =
    offered.newMinor === quote.newMinor &&
    oldMinor === quote.oldMinor &&
    feeMinor === quote.feeMinor
  if (!isAsQuoted) return fail('QuoteChanged')
  const replaces = await replacedTicket(context, order, {
    ticketIdentifier: quote.ticketIdentifier,
    feeMinor,
    backMinor: oldMinor - feeMinor,
  })
  const request = {
    ...offered.request,
    passengers: offered.request.passengers.map((one) => ({ ...one, replaces })),
  }
  const taken = await inTransaction(context, async (inside) => {
    const chosen = await takeOffers(inside, [requestFor(transportSource, request)], {
      isAllOrNothing: true,
    })
    if (!chosen.ok) return chosen
    const { orderKey, lines } = await setOffReplaced(inside, chosen.value.order)
    const line = lines.find(({ kind }) => kind === 'Ticket')
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
  const done = await completeOrder(context, ports.checkout, taken.value.orderKey)
  return done.ok ? ok({ order: done.value.order, difference }) : done
}

/** What a line says of the ticket that it replaces: its worth is divided as its money will be when it goes back. */
export async function replacedTicket(
  context: Context,
  order: Order,
  ticket: {
    readonly ticketIdentifier: string
    readonly feeMinor: number
    readonly backMinor: number
    /** Of the same order, replaced before this one in the same moment. */
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

async function findChange(
  context: Context,
  ports: ChangePorts,
  ticketIdentifier: string,
  wanted: WantedSeat,
): Promise<Result<Change, ErrorCode>> {
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
  const offered = await offerChange(
    context,
    {
      source: ticket.source,
      itemId: ticket.itemId,
      legFrom: ticket.legFrom,
      legTo: ticket.legTo,
      ticketTypeId: ticket.ticketTypeId,
      placeId: line.placeId,
      isOneOfSeveral: line.detail.package !== undefined,
    },
    wanted,
  )
  if (!offered.ok) return offered
  const worth = refundAllocationOf(order.value).tickets.find(
    (one) => one.line.id === ticket.orderLineId && one.unit === ticket.lineUnit,
  )
  return ok({
    order: order.value,
    held,
    offered: offered.value,
    oldMinor: worth ? sumOf(worth.face) : 0,
  })
}
