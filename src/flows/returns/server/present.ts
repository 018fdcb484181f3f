import { errorTable } from '#contract/errors.ts'
import type { Currency } from '#kernel/money.ts'
import { money } from '#kernel/money.ts'
import { placeNameOf, readReturned } from '#modules/orders/server/public-api.ts'
import { supportsRefundOf } from '#modules/payments/server/public-api.ts'
import type {
  DestinationView,
  QuotedTicketView,
  ReturnQuoteView,
  ReturnedView,
  TierView,
} from '#modules/returns/contract.ts'
import type { QuoteClaim } from '#modules/returns/server/public-api.ts'
import { isBaggage, isGoods, typeName } from '#modules/tickets/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { advancesOf } from './advances.ts'
import type { Plan, PlannedTicket } from './planned.ts'
import type { ExecutedReturn, PendingReturnOfOrder } from './execute-quote.ts'
import { allFeesOf, paidBy, splitBack } from './refund-allocation.ts'

/** A plan as its owner may see it, with the signed token that executes it. */
export async function presentQuote(
  context: Context,
  plan: Plan,
  signed: { readonly claim: QuoteClaim; readonly token: string } | null,
): Promise<ReturnQuoteView> {
  const { order, going, kind } = plan
  const ends = going.flatMap(({ until }) => until ?? [])
  const soonest = going.find(({ until }) => until === ends.toSorted(byTime)[0])
  return {
    quote: signed?.token ?? null,
    validUntil: signed ? new Date(signed.claim.validUntil).toISOString() : null,
    orderKey: order.orderKey,
    orderNumber: order.orderNumber,
    tickets: plan.tickets.map((ticket) => presentTicket(context, ticket, order.currency)),
    deduction: money(plan.deductionMinor, order.currency),
    back: money(plan.backMinor, order.currency),
    to: destinations(plan, order.currency, await supportsRefundOf(context, order.orderKey)),
    usesBack: advancesOf(
      order,
      going.map(({ allocation }) => allocation),
    ).length,
    tiers: kind === 'return' && soonest ? soonest.tiers.map(presentTier) : [],
    nextChangeAt: soonest?.until?.toISOString() ?? null,
  }
}

function byTime(left: Date, right: Date): number {
  return left.getTime() - right.getTime()
}

function presentTier(tier: PlannedTicket['tiers'][number]): TierView {
  return {
    until: tier.until.toISOString(),
    deductionPercent: tier.deductionBasisPoints / 100,
  }
}

function presentTicket(
  { locale }: Context,
  ticket: PlannedTicket,
  currency: Currency,
): QuotedTicketView {
  const { held, refusal } = ticket
  const isGoing = refusal === null
  return {
    ticketIdentifier: ticket.state.identifier,
    itemName: held.subject.name[locale],
    passengerName: held.passenger
      ? `${held.passenger.givenName} ${held.passenger.familyName}`
      : null,
    typeName: typeName(held, locale),
    isGoods: isGoods(held),
    isBaggage: isBaggage(held),
    section: held.ticket.section?.[locale] ?? null,
    row: held.ticket.row,
    seat: held.ticket.seat,
    placeName: placeNameOf(held.line.detail, locale),
    paid: money(isGoing ? ticket.paidMinor : 0, currency),
    fee: money(ticket.feeMinor, currency),
    feeKept: money(isGoing ? allFeesOf(ticket.allocation) - ticket.feeMinor : 0, currency),
    deduction: money(ticket.deductionMinor, currency),
    fees: ticket.fees.map(({ kind, amountMinor }) => ({
      kind,
      amount: money(amountMinor, currency),
    })),
    back: money(ticket.backMinor, currency),
    refusal: isGoing ? null : { code: refusal, message: errorTable[refusal][locale] },
  }
}

/** Where the money of a return goes. */
export function destinations(
  { cardMinor, balanceMinor }: Pick<Plan, 'cardMinor' | 'balanceMinor'>,
  currency: Currency,
  supportsRefund: boolean,
): DestinationView[] {
  const toCard = supportsRefund ? cardMinor : 0
  const all: DestinationView[] = [
    { kind: 'card', amount: money(toCard, currency) },
    { kind: 'balance', amount: money(cardMinor + balanceMinor - toCard, currency) },
  ]
  return all.filter(({ amount }) => amount.amount > 0)
}

/** A return whose supplier has yet to cancel: the sums of its quote. */
export async function presentPending(
  context: Context,
  { order, pending, states }: PendingReturnOfOrder,
): Promise<ReturnedView> {
  const { currency } = order
  const { tickets } = pending
  const ids = new Set(tickets.map(({ ticketId }) => ticketId))
  const sum = (key: 'amountMinor' | 'deductionMinor') =>
    tickets.reduce((total, ticket) => total + ticket[key], 0)
  const backMinor = sum('amountMinor')
  const split = splitBack(paidBy(order), backMinor, await readReturned(context, order.id))
  return {
    returnId: pending.id,
    kind: 'return',
    orderKey: order.orderKey,
    orderNumber: order.orderNumber,
    ticketIdentifiers: states.filter(({ id }) => ids.has(id)).map(({ identifier }) => identifier),
    deduction: money(sum('deductionMinor'), currency),
    back: money(backMinor, currency),
    to: destinations(split, currency, await supportsRefundOf(context, order.orderKey)),
    isPending: true,
  }
}

export async function presentReturned(
  context: Context,
  { order, made, states }: ExecutedReturn,
): Promise<ReturnedView> {
  const ids = new Set(made.tickets.map(({ ticketId }) => ticketId))
  return {
    returnId: made.id,
    kind: made.kind,
    orderKey: order.orderKey,
    orderNumber: order.orderNumber,
    ticketIdentifiers: states.filter(({ id }) => ids.has(id)).map(({ identifier }) => identifier),
    deduction: money(made.deductionMinor, made.currency),
    back: money(made.amountMinor, made.currency),
    to: destinations(made, made.currency, await supportsRefundOf(context, order.orderKey)),
    isPending: false,
  }
}
