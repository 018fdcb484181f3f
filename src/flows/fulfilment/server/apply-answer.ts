import { orderStatus } from '#contract/enumerations.ts'
import { invariant, ok } from '#kernel/result.ts'
import { returnRefused } from '#flows/returns/server/return-refused.ts'
import { notifyCustomers } from '#modules/notifications/server/public-api.ts'
import {
  endConfirmation,
  linesOfConfirmation,
  lockConfirmation,
  lockOrder,
  moveOrder,
  readConfirmations,
  writeNamings,
  findOrder,
  type Confirmation,
  type Order,
  type OrderLine,
  type SupplyAnswer,
} from '#modules/orders/server/public-api.ts'
import { hasPendingReturn } from '#modules/returns/server/public-api.ts'
import {
  hasValidTickets,
  refusedEmailJob,
  settleOrder,
} from '#modules/tickets/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import type { FulfilmentPorts } from './ports.ts'

type LastAnswer = Exclude<SupplyAnswer, { kind: 'pending' }>

/**
 * Applies a supplier's final answer in one transaction: tickets with its numbers, or a refund. Idempotent: a
 * confirmation ends once. Returns whether it has ended; an answer without a number for every ticket does not end it.
 */
export async function applyAnswer(
  context: Context,
  ports: FulfilmentPorts,
  { id, orderId }: Pick<Confirmation, 'id' | 'orderId'>,
  answer: LastAnswer,
): Promise<boolean> {
  const seen = await findOrder(context, { orderId })
  invariant(seen, `confirmation ${id} has its order`)
  const applied = await inTransaction(context, async (inside) => {
    const locked = await lockOrder(inside, { orderKey: seen.orderKey })
    invariant(locked.ok, `confirmation ${id} has its order`)
    const order = locked.value
    const confirmation = await lockConfirmation(inside, id)
    // Another worker came first.
    if (confirmation.state !== 'pending') return ok(true)
    const lines = linesOfConfirmation(order, confirmation)
    if (answer.kind === 'confirmed') {
      if (!hasEveryUnit(lines, answer)) return ok(false)
      await endConfirmation(inside, confirmation, { state: 'confirmed' })
      await writeNamings(
        inside,
        answer.units.flatMap(({ lineId, naming }) => (naming ? [{ lineId, naming }] : [])),
      )
      await ports.issueTickets(inside, { ...order, lines }, { confirmationId: id, ...answer })
    } else {
      await endConfirmation(inside, confirmation, { state: 'refused', refusalCode: answer.code })
      await refundLines(inside, order, id, lines)
    }
    await settle(inside, order)
    return ok(true)
  })
  return applied.value
}

/** A ticket without the supplier's number would not be accepted by the supplier. */
function hasEveryUnit(
  lines: readonly OrderLine[],
  { units }: Extract<LastAnswer, { kind: 'confirmed' }>,
): boolean {
  return lines.every(({ id, quantity }) =>
    Array.from({ length: quantity }, (_, unit) => unit).every((unit) =>
      units.some((one) => one.lineId === id && one.unit === unit && one.bookingNumber !== ''),
    ),
  )
}

async function refundLines(
  context: Context,
  order: Order,
  confirmationId: string,
  lines: readonly OrderLine[],
): Promise<void> {
  const isLast = !(await isWaiting(context, order.id)) && !(await hasTickets(context, order.id))
  await returnRefused(context, order, { returnId: confirmationId, lines, isLast })
  await enqueue(
    context,
    refusedEmailJob,
    { returnId: confirmationId, confirmationId },
    { singletonKey: confirmationId },
  )
  const { orderNumber, customerId } = order
  await notifyCustomers(context, {
    key: `ticket-refused ${confirmationId}`,
    kind: 'ticket-ready',
    subject: { orderNumber, isRefused: true },
    customerIds: customerId === null ? [] : [customerId],
  })
}

async function isWaiting(context: Context, orderId: number): Promise<boolean> {
  const all = await readConfirmations(context, [orderId])
  return all.some(({ state }) => state === 'pending')
}

/** Valid tickets, or those that become valid again when a supplier refuses to cancel them. */
async function hasTickets(context: Context, orderId: number): Promise<boolean> {
  return (await hasValidTickets(context, orderId)) || hasPendingReturn(context, orderId)
}

/** With its last confirmation an order becomes processed, or ends when it has no ticket left. */
async function settle(context: Context, order: Order): Promise<void> {
  invariant(order.status === orderStatus.WaitingForTicket, `order ${order.orderKey} waits`)
  if (await isWaiting(context, order.id)) return
  const { Processed, Canceled } = orderStatus
  const isLeft = await hasTickets(context, order.id)
  const moved = isLeft
    ? await moveOrder(context, order, Processed, 'tickets-issued')
    : await moveOrder(context, order, Canceled, 'refunded')
  invariant(moved.ok, `order ${order.orderKey} no longer waits`)
  // Its other tickets may all have been transferred meanwhile.
  if (isLeft) await settleOrder(context, moved.value)
}
