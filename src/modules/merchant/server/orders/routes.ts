import { orderStatus } from '#contract/enumerations.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { TableFormat } from '#contract/table-format.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { takeMail } from '#modules/accounts/server/public-api.ts'
import { namedItem } from '#modules/entrance/own-items-contract.ts'
import type { EntrancePorts } from '#modules/entrance/server/public-api.ts'
import { lockOrder } from '#modules/orders/server/public-api.ts'
import { logStaffChange } from '#modules/staff/server/public-api.ts'
import { readTicketStates, renewCodes, ticketEmailJob } from '#modules/tickets/server/public-api.ts'
import { inTransaction, type Context, type StaffActor } from '#platform/context.ts'
import { requireStaff } from '#platform/http/guards.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { tableFile } from '#platform/tables/table-file.ts'
import * as calls from '../../orders-contract.ts'
import type { MerchantOrderView } from '../../orders-contract.ts'
import { sheetOfAttendees } from './attendees-table.ts'
import { searchAttendees, type OwnItem } from './attendees.ts'
import { findOwnOrders } from './find-orders.ts'
import { findOwnOrder, ownLines, readLinesOfTickets, readOwnOrder } from './read-orders.ts'
import { correctUndelivered } from './undelivered.ts'

/** Calls for an organiser's orders. Searches for people are logged, with the orders found. */
export function orderRoutes(ports: EntrancePorts): readonly Implementation[] {
  return [
    implement(calls.findMerchantOrders, requireStaff, async (context, { body }) => {
      const { actor } = context
      const of = namedItem(body)
      const found = await findOwnOrders(context, ports, { ...body, actor, of })
      if (found.ok && body.text)
        await logStaffChange(context, {
          action: 'orders.look-up',
          subject: 'orders',
          after: { orderNumbers: found.value.items.map(({ orderNumber }) => orderNumber) },
        })
      return found
    }),
    implement(calls.readMerchantOrder, requireStaff, (context, { query }) =>
      readOwnOrder(context, ports, { actor: context.actor, orderNumber: query.orderNumber }),
    ),
    implement(calls.resendTickets, requireStaff, async (context, { body }) => {
      const order = await findOwnOrder(context, context.actor, body.orderNumber)
      if (!order.ok) return order
      const { email } = body
      if (email !== undefined)
        return correctUndelivered(context, context.actor, { order: order.value, email })
      const { status } = order.value
      if (status !== orderStatus.Processed && status !== orderStatus.Imported)
        return fail('OrderStatusNotAllowed')
      return inTransaction(context, async (inside) => {
        const { id, orderNumber, buyer } = order.value
        if (!(await takeMail(inside, buyer.email))) return fail('TooManyRequests')
        await enqueue(inside, ticketEmailJob, { orderId: id }, { singletonKey: `${id} again` })
        await logStaffChange(inside, { action: 'orders.resend', subject: `order ${orderNumber}` })
        return ok({ sent: true as const })
      })
    }),
    implement(calls.addOrderNote, requireStaff, async (context, { body }) => {
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
        return readOwnOrder(inside, ports, { actor, orderNumber: body.orderNumber })
      })
    }),
    ...attendeeRoutes(ports),
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
        return readOwnOrder(inside, ports, { actor, orderNumber })
      })
    }),
  ]
}

/** Calls that list and download the ticket holders of an item. */
function attendeeRoutes(ports: EntrancePorts): readonly Implementation[] {
  return [
    implement(calls.findAttendees, requireStaff, async (context, { body }) => {
      const of = itemIn(body)
      const found = await searchAttendees(context, ports, { ...body, actor: context.actor, of })
      if (found.ok && body.text) {
        const numbers = new Set(found.value.items.map(({ orderNumber }) => orderNumber))
        await logStaffChange(context, {
          action: 'orders.look-up',
          subject: `${of.source} ${of.itemId}`,
          after: { orderNumbers: [...numbers] },
        })
      }
      return found
    }),
    implement(calls.listAttendees, requireStaff, (context, { query }) =>
      exportTable(context, ports, { of: itemIn(query), format: query.format }),
    ),
    implement(calls.exportAttendeesSheet, requireStaff, (context, { query }) =>
      exportTable(context, ports, { of: itemIn(query), format: 'xlsx' }),
    ),
  ]
}

/** The requested item; the contract refuses requests without one. */
function itemIn(named: Parameters<typeof namedItem>[0]): OwnItem {
  return namedItem(named) ?? { source: named.source, itemId: 0 }
}

/** The table of an item's attendees as a file; the download is logged. */
async function exportTable(
  context: Context & { readonly actor: StaffActor },
  ports: EntrancePorts,
  { of, format }: { readonly of: OwnItem; readonly format: TableFormat },
) {
  const sheet = await sheetOfAttendees(context, ports, { actor: context.actor, of })
  if (!sheet.ok) return sheet
  await logStaffChange(context, {
    action: 'orders.export-attendees',
    subject: `${of.source} ${of.itemId}`,
  })
  return ok(tableFile(format, `attendees-${of.itemId}`, [sheet.value]))
}
