import { orderStatus } from '#contract/enumerations.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { lockOrder } from '#modules/orders/server/public-api.ts'
import { logStaffChange } from '#modules/staff/server/public-api.ts'
import { readTicketStates, renewCodes, ticketEmailJob } from '#modules/tickets/server/public-api.ts'
import { inTransaction, type Context, type StaffActor } from '#platform/context.ts'
import { csvFile } from '#platform/csv.ts'
import { requireStaff } from '#platform/http/guards.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import * as calls from '../../orders-contract.ts'
import type { MerchantOrderView } from '../../orders-contract.ts'
import { xlsxOf } from '../export.ts'
import { searchAttendees, tableOfAttendees } from './attendees.ts'
import {
  findOwnOrder,
  findOwnOrders,
  ownLines,
  readLinesOfTickets,
  readOwnOrder,
} from './read-orders.ts'

/** Orders of an organiser. Who looks somebody up is written down, with the orders that were seen. */
export const orderRoutes: readonly Implementation[] = [
  implement(calls.findMerchantOrders, requireStaff, async (context, { body }) => {
    const found = await findOwnOrders(context, context.actor, body)
    if (found.ok && body.text)
      await logStaffChange(context, {
        action: 'orders.look-up',
        subject: 'orders',
        after: { orderNumbers: found.value.items.map(({ orderNumber }) => orderNumber) },
      })
    return found
  }),
  implement(calls.readMerchantOrder, requireStaff, (context, { query }) =>
    readOwnOrder(context, context.actor, query.orderNumber),
  ),
  implement(calls.resendTickets, requireStaff, async (context, { body }) => {
    const order = await findOwnOrder(context, context.actor, body.orderNumber)
    if (!order.ok) return order
    if (order.value.status !== orderStatus.Processed) return fail('OrderStatusNotAllowed')
    return inTransaction(context, async (inside) => {
      const { id, orderNumber } = order.value
      await enqueue(inside, ticketEmailJob, { orderId: id }, { singletonKey: `${id} again` })
      await logStaffChange(inside, { action: 'orders.resend', subject: `order ${orderNumber}` })
      return ok({ sent: true as const })
    })
  }),
  implement(calls.noteOrder, requireStaff, async (context, { body }) => {
    const { actor } = context
    const order = await findOwnOrder(context, actor, body.orderNumber)
    if (!order.ok) return order
    return inTransaction(context, async (inside) => {
      await inside.db
        .insertInto('order_note')
        .values({
          merchant_id: actor.merchantId,
          order_id: order.value.id,
          staff_id: actor.staffId,
          note: body.note,
          created_at: inside.clock.now(),
        })
        .execute()
      await logStaffChange(inside, {
        action: 'orders.note',
        subject: `order ${order.value.orderNumber}`,
        after: { note: body.note },
      })
      return readOwnOrder(inside, actor, body.orderNumber)
    })
  }),
  implement(calls.findAttendees, requireStaff, async (context, { body }) => {
    const found = await searchAttendees(context, context.actor, body)
    if (found.ok && body.text) {
      const numbers = new Set(found.value.items.map(({ orderNumber }) => orderNumber))
      await logStaffChange(context, {
        action: 'orders.look-up',
        subject: `event ${body.eventId}`,
        after: { orderNumbers: [...numbers] },
      })
    }
    return found
  }),
  implement(calls.listAttendees, requireStaff, async (context, { query }) => {
    const table = await exportTable(context, context.actor, query.eventId)
    if (!table.ok) return table
    const filename = `attendees-${query.eventId}.csv`
    return ok({
      contentType: 'text/csv; charset=utf-8',
      content: csvFile(table.value),
      filename,
    })
  }),
  implement(calls.exportAttendeesSheet, requireStaff, async (context, { query }) => {
    const table = await exportTable(context, context.actor, query.eventId)
    if (!table.ok) return table
    return ok({
      contentType: calls.exportAttendeesSheet.produces ?? '',
      content: xlsxOf([{ name: `${query.eventId}`, rows: table.value }]),
      filename: `attendees-${query.eventId}.xlsx`,
    })
  }),
  implement(calls.reissueOwnTickets, requireStaff, async (context, { body }) => {
    const { actor } = context
    const order = await findOwnOrder(context, actor, body.orderNumber)
    if (!order.ok) return order
    return inTransaction<Result<MerchantOrderView, ErrorCode>>(context, async (inside) => {
      const locked = await lockOrder(inside, order.value)
      if (!locked.ok) return fail('NotFound')
      const own = new Set(ownLines(locked.value, actor).map(({ id }) => id))
      const { id, orderNumber } = locked.value
      const states = await readTicketStates(inside, id, { isLocked: true })
      const lineOf = await readLinesOfTickets(inside, id)
      const chosen = states.filter(
        ({ id: ticketId, identifier }) =>
          body.ticketIdentifiers.includes(identifier) && own.has(lineOf.get(ticketId) ?? 0),
      )
      if (chosen.length < new Set(body.ticketIdentifiers).size) return fail('NotFound')
      const reissued = await renewCodes(inside, id, chosen)
      if (!reissued.ok) return reissued
      await logStaffChange(inside, {
        action: 'orders.reissue',
        subject: `order ${orderNumber}`,
        after: { ticketIdentifiers: chosen.map(({ identifier }) => identifier) },
      })
      return readOwnOrder(inside, actor, orderNumber)
    })
  }),
]

/** The table of a date's attendees; who took it along is written down. */
async function exportTable(context: Context, actor: StaffActor, eventId: number) {
  const table = await tableOfAttendees(context, actor, eventId)
  if (table.ok)
    await logStaffChange(context, {
      action: 'orders.export-attendees',
      subject: `event ${eventId}`,
    })
  return table
}
