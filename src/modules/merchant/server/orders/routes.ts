import { orderStatus } from '#contract/enumerations.ts'
import { fail, ok } from '#kernel/result.ts'
import { logStaffChange } from '#modules/staff/server/public-api.ts'
import { ticketEmailJob } from '#modules/tickets/server/public-api.ts'
import { inTransaction } from '#platform/context.ts'
import { requireStaff } from '#platform/http/guards.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import * as calls from '../../orders-contract.ts'
import { exportAttendees, findOwnOrder, findOwnOrders, readOwnOrder } from './read-orders.ts'

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
  implement(calls.listAttendees, requireStaff, async (context, { query }) => {
    const exported = await exportAttendees(context, context.actor, query.eventId)
    if (!exported.ok) return exported
    await logStaffChange(context, {
      action: 'orders.export-attendees',
      subject: `event ${query.eventId}`,
    })
    const filename = `attendees-${query.eventId}.csv`
    return ok({ contentType: 'text/csv; charset=utf-8', content: exported.value, filename })
  }),
]
