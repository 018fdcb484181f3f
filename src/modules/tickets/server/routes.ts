import type { z } from 'zod'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { findOwnOrders } from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import * as calls from '../contract.ts'
import { saveReminders } from '../reminder-contract.ts'
import { isTransferred } from './transfer/holder.ts'
import { openShare } from './transfer/open-share.ts'
import { findReceived } from './transfer/received.ts'
import { transferRoutes } from './transfer/routes.ts'
import { calendarFile } from './documents/calendar.ts'
import { documentNumber } from './documents/document-number.ts'
import { ticketsPdf } from './documents/pdf.ts'
import type { TicketPorts } from './ports.ts'
import { saveRefusal } from './reminders/refusals.ts'
import { ratingRoutes } from './rating/routes.ts'
import { presentGuestOrder, presentOrderTickets, presentTicket } from './present.ts'
import { holdTickets, type HeldTicket } from './queries/held-tickets.ts'
import {
  findGuestOrder,
  findOrderByNumber,
  findOwnTicket,
  openDocuments,
} from './queries/open-documents.ts'
import { verifyTicket } from './queries/verify-ticket.ts'
import { passengerRoutes } from './renaming/routes.ts'
import { detailRoutes } from './verification/routes.ts'
import { walletPassRoutes } from './wallet/routes.ts'

type TicketQuery = z.output<(typeof calls.getTickets)['query']>

/** The tickets behind a link, the one with this identifier, or all that the caller holds, the soonest first. */
async function findHeld(
  context: Context,
  ports: TicketPorts,
  { ticketShareToken, ticketIdentifier }: TicketQuery,
): Promise<Result<readonly HeldTicket[], ErrorCode>> {
  if (ticketShareToken !== undefined) {
    const opened = await openShare(context, ports, ticketShareToken)
    return opened.ok ? ok(opened.value.held) : opened
  }
  if (ticketIdentifier !== undefined) {
    const own = await findOwnTicket(context, ports, ticketIdentifier)
    return own.ok ? ok([own.value]) : own
  }
  const orders = await findOwnOrders(context, {})
  if (!orders.ok) return orders
  const bought = await holdTickets(context, ports, orders.value)
  const received = await findReceived(context, ports)
  if (!received.ok) return received
  return ok(
    [...bought.filter(({ ticket }) => !isTransferred(ticket)), ...received.value].toSorted(
      (left, right) => left.subject.startsAt.getTime() - right.subject.startsAt.getTime(),
    ),
  )
}

/** Whether a ticket matches all conditions of the query. */
function fits({ ticket, subject }: HeldTicket, query: TicketQuery): boolean {
  const { ticketIdentifier, eventId, eventType } = query
  return (
    (ticketIdentifier === undefined || ticket.identifier === ticketIdentifier) &&
    (eventId === undefined || (subject.kind === 'event' && subject.itemId === eventId)) &&
    (eventType === undefined || subject.category === eventType)
  )
}

function fileName([first]: readonly HeldTicket[]): string {
  return first ? `bileti-${documentNumber(first)}` : 'bileti'
}

export function ticketRoutes(ports: TicketPorts): readonly Implementation[] {
  return [
    ...detailRoutes(ports),
    ...passengerRoutes(ports),
    implement(calls.getTickets, async (context, { query }) => {
      const found = await findHeld(context, ports, query)
      if (!found.ok) return found
      const chosen = found.value.filter((held) => fits(held, query))
      const isOne = (query.ticketIdentifier ?? query.ticketShareToken) !== undefined
      if (isOne && chosen.length === 0) return fail('TicketNotFound')
      return ok({ tickets: chosen.map((ticket) => presentTicket(ticket, context)) })
    }),
    implement(calls.verifyTicket, async (context, { query }) =>
      ok(await verifyTicket(context, ports, query.ticketIdentifier)),
    ),
    implement(calls.orderTickets, async (context, { query }) => {
      const order = await findOrderByNumber(context, query.orderNumber)
      return order.ok ? ok(await presentOrderTickets(context, ports, order.value)) : order
    }),
    implement(calls.guestOrder, async (context, { params }) => {
      const order = await findGuestOrder(context, ports, params)
      return order.ok ? ok(await presentGuestOrder(context, ports, order.value)) : order
    }),
    implement(calls.ticketPdf, async (context, { query }) => {
      const documents = await openDocuments(context, ports, query)
      if (!documents.ok) return documents
      return ok({
        contentType: 'application/pdf',
        content: await ticketsPdf(context, documents.value, query.locale ?? context.locale),
        filename: `${fileName(documents.value)}.pdf`,
      })
    }),
    implement(calls.ticketCalendar, async (context, { query }) => {
      const documents = await openDocuments(context, ports, query)
      if (!documents.ok) return documents
      if (documents.value.every(({ subject }) => subject.kind === 'pass'))
        return fail('TicketNotFound')
      return ok({
        contentType: 'text/calendar; charset=utf-8',
        content: await calendarFile(documents.value, {
          ...context,
          locale: query.locale ?? context.locale,
        }),
        filename: `${fileName(documents.value)}.ics`,
      })
    }),
    ...transferRoutes(ports),
    ...ratingRoutes(ports),
    ...walletPassRoutes(ports),
    implement(saveReminders, async (context, { body }) => {
      const order = await findGuestOrder(context, ports, body)
      if (!order.ok) return order
      await saveRefusal(context, order.value.buyer.email, body.isOn)
      return ok({ isOn: body.isOn })
    }),
  ]
}
