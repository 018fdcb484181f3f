/** Messages to buyers of the organiser's orders that could not be delivered, and the right addresses for them. */
import { sql } from 'kysely'
import type { ErrorCode } from '#contract/errors.ts'
import type { LocalizedText } from '#kernel/locale.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { lockOrder, type Order } from '#modules/orders/server/public-api.ts'
import { logStaffChange } from '#modules/staff/server/public-api.ts'
import { correctAddressOf, orderOfMessage } from '#modules/tickets/server/public-api.ts'
import { inTransaction, type Context, type StaffActor } from '#platform/context.ts'
import { readUndeliveredAbout } from '#platform/jobs/undelivered.ts'

type Messages = Awaited<ReturnType<typeof readUndeliveredAbout>>

/** Undelivered messages to the buyer of an order; those to receivers of its tickets are theirs. */
export async function undeliveredOf(context: Context, order: Order): Promise<Messages> {
  const found: Messages = []
  for (const message of await readUndeliveredAbout(context, order.id))
    if ((await orderOfMessage(context, message.payload))?.id === order.id) found.push(message)
  return found
}

/** The organiser's orders whose buyer a message did not reach, the newest message first. */
export async function ordersUndelivered(
  context: Context,
  { merchantId }: StaffActor,
): Promise<Order[]> {
  const messages = await readUndeliveredAbout(context, null)
  const named = messages.flatMap(({ payload }) =>
    typeof payload['orderId'] === 'number' ? [payload['orderId']] : [],
  )
  const { rows } = await sql<{ id: number }>`
    select distinct order_id::float8 as id from ticket_sale
    where merchant_id = ${merchantId} and order_id = any(${named}::bigint[])`.execute(context.db)
  const own = new Set(rows.map(({ id }) => id))
  const orders = new Map<number, Order>()
  for (const { payload } of messages) {
    const { orderId } = payload
    if (typeof orderId === 'number' && !own.has(orderId)) continue
    const order = await orderOfMessage(context, payload)
    if (order?.lines.some((line) => line.merchantId === merchantId)) orders.set(order.id, order)
  }
  return [...orders.values()]
}

/** Whether all tickets of an order are the organiser's, so that its address concerns nobody else. */
export function isWhollyOwn({ lines }: Pick<Order, 'lines'>, { merchantId }: StaffActor): boolean {
  return lines.every((line) => line.kind !== 'Ticket' || line.merchantId === merchantId)
}

/** Corrects the buyer's address and sends again what did not reach it. */
export async function correctUndelivered(
  context: Context,
  actor: StaffActor,
  { order, email }: { readonly order: Order; readonly email: string },
): Promise<Result<{ sent: true }, ErrorCode>> {
  if (!isWhollyOwn(order, actor)) return fail('OrderOfSeveral')
  const corrected = await inTransaction<Result<string[], ErrorCode>>(context, async (inside) => {
    const locked = await lockOrder(inside, order)
    if (!locked.ok) return fail('NotFound')
    const messages = await undeliveredOf(inside, locked.value)
    if (messages.length === 0) return fail('NothingUndelivered')
    const { name } = await inside.db
      .selectFrom('merchant_summary')
      .select('name')
      .where('merchant_id', '=', actor.merchantId)
      .executeTakeFirstOrThrow()
    const changed = await correctAddressOf(inside, locked.value, {
      email,
      by: name as unknown as LocalizedText,
    })
    if (!changed.ok) return changed
    // The address itself is not logged: more people may read the log.
    await logStaffChange(inside, {
      action: 'orders.correct-address',
      subject: `order ${order.orderNumber}`,
    })
    return ok(messages.map(({ id }) => id))
  })
  if (!corrected.ok) return corrected
  await context.jobs.resend(corrected.value)
  return ok({ sent: true })
}
