import { money } from '#kernel/money.ts'
import { placeNameOf } from '#modules/orders/server/public-api.ts'
import { supportsRefundOf } from '#modules/payments/server/public-api.ts'
import type { RefundQuoteView } from '#modules/returns/refund-shapes.ts'
import { typeName } from '#modules/tickets/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { Plan, PlannedTicket } from './planned.ts'
import { destinations } from './present.ts'
import { allFeesOf, sumOf } from './refund-allocation.ts'

/** The plan of a full refund as staff see it before they make it. */
export async function presentRefund(context: Context, plan: Plan): Promise<RefundQuoteView> {
  const { currency, orderKey } = plan.order
  const kept = plan.going.reduce((sum, ticket) => sum + feeKeptOf(ticket), 0)
  return {
    tickets: plan.going.map((ticket) => presentTicket(context, plan, ticket)),
    rest: money(sumOf(plan.rest), currency),
    feeKept: money(kept, currency),
    back: money(plan.backMinor, currency),
    to: destinations(plan, currency, await supportsRefundOf(context, orderKey)),
  }
}

function feeKeptOf({ allocation, feeMinor }: PlannedTicket): number {
  return allFeesOf(allocation) - feeMinor
}

function presentTicket(
  { locale }: Context,
  { order: { currency } }: Plan,
  ticket: PlannedTicket,
): RefundQuoteView['tickets'][number] {
  const { held, state } = ticket
  const { subject, passenger, line } = held
  return {
    ticketIdentifier: state.identifier,
    itemName: subject.name[locale],
    startsAt: subject.kind === 'pass' ? null : subject.startsAt.toISOString(),
    timeZone: subject.timeZone,
    typeName: typeName(held, locale),
    section: held.ticket.section?.[locale] ?? null,
    row: held.ticket.row,
    seat: held.ticket.seat,
    placeName: placeNameOf(line.detail, locale),
    passengerName: passenger && `${passenger.givenName} ${passenger.familyName}`,
    paid: money(ticket.paidMinor, currency),
    fee: money(ticket.feeMinor, currency),
    feeKept: money(feeKeptOf(ticket), currency),
    back: money(ticket.backMinor, currency),
  }
}
