import { orderStatus } from '#contract/enumerations.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { readableCode } from '#kernel/ids.ts'
import { fail, ok, type Failure, type Result } from '#kernel/result.ts'
import { transferPlaces } from '#modules/inventory/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { orderAllocations } from '../allocations.ts'
import { copyChecks } from '../buyer-checks.ts'
import { copyHolder } from '../hold-bounds.ts'
import type { NewOrderLine, Order, OrderLine } from '../order.ts'
import { withoutBalance } from '../paid-by-balance.ts'
import { applyChanges, orderNumberLength, removeTickets, totalsOf } from '../rules.ts'
import { settleLines } from '../settle-lines.ts'
import { insertOrders, type NewOrder } from '../insert-orders.ts'
import { changeLines, updateAmounts } from '../order-writes.ts'
import { withWholeBundles } from './release-order.ts'
import { withOpenOrder } from './with-open-order.ts'

export interface SplitOrder {
  /** The remaining order. */
  readonly rest: Order
  /** The new order: same owner and buyer, in checkout, with the same deadline. */
  readonly part: Order
}

/**
 * Moves some seats of an open order to a new order, so that somebody else can pay for them. Places stay held, and their
 * fees and the seats sold only with them move too; discounts and options stay. Only named places without answers or
 * passengers can be moved, and never all of them.
 */
export async function splitOrder(
  context: Context,
  options: { readonly orderKey: string; readonly lineIds: readonly number[] },
): Promise<Result<SplitOrder, ErrorCode>> {
  return withOpenOrder(context, options.orderKey, async (inside, locked) => {
    const tickets = locked.lines.filter((line) => line.kind === 'Ticket')
    const wanted = withWholeBundles(tickets, new Set(options.lineIds))
    const leaving = tickets.filter((line) => wanted.has(line.id))
    const refusal = refusalOf(locked, tickets, leaving, wanted)
    if (refusal) return refusal
    // The balance was calculated for the previous places.
    const order = await withoutBalance(inside, locked)
    const holds = new Map<string, string>()
    for (const allocation of orderAllocations(leaving)) {
      const fresh = holds.get(allocation.holdId) ?? inside.random.uuid()
      holds.set(allocation.holdId, fresh)
      if (!(await transferPlaces(inside, allocation, fresh))) return fail('OrderExpired')
    }
    const changes = removeTickets(order.lines, wanted)
    const moved = movedLines(order.lines, changes, holds)
    await changeLines(inside.db, changes)
    const lines = await settleLines(inside, applyChanges(order.lines, changes))
    const rest = { ...order, lines, totalMinor: totalsOf(lines).totalMinor }
    await updateAmounts(inside.db, [rest], inside.clock.now())
    return ok({ rest, part: await insertPart(inside, order, moved) })
  })
}

function refusalOf(
  order: Order,
  tickets: readonly OrderLine[],
  leaving: readonly OrderLine[],
  wanted: ReadonlySet<number>,
): Failure<ErrorCode> | null {
  if (order.status === orderStatus.Draft) return fail('BuyerDetailsMissing')
  if (order.status !== orderStatus.Checkout) return fail('OrderStatusNotAllowed')
  const isWhole = ({ placeId, holdId, detail }: OrderLine) =>
    placeId !== null &&
    holdId !== null &&
    !detail.counter &&
    !detail.replaces &&
    !detail.hasExtras &&
    !detail.hasPassengers
  const isFit = leaving.length === wanted.size && leaving.length > 0 && leaving.every(isWhole)
  // The owner who asks others to pay for their seats keeps one.
  const stays = tickets.some((line) => !wanted.has(line.id) && line.placeId !== null)
  if (isFit && stays) return null
  const message = 'Some of the seats of this order, and not all of them'
  return fail('BadRequest', { fields: [{ path: 'body.placeIds', message }] })
}

/** The moved lines, tickets and fees, under their new holds. */
function movedLines(
  lines: readonly OrderLine[],
  changes: ReturnType<typeof removeTickets>,
  holds: ReadonlyMap<string, string>,
): NewOrderLine[] {
  const removed = new Set(changes.removedIds)
  const left = new Map(changes.shrunk.map(({ id, quantity }) => [id, quantity]))
  return lines.flatMap(({ id, amountMinor: _amount, ...line }): NewOrderLine[] => {
    if (!removed.has(id) && !left.has(id)) return []
    const holdId = line.holdId === null ? null : (holds.get(line.holdId) ?? line.holdId)
    return [{ ...line, holdId, quantity: line.quantity - (left.get(id) ?? 0) }]
  })
}

async function insertPart(
  context: Context,
  order: Order,
  lines: readonly NewOrderLine[],
): Promise<Order> {
  const totalMinor = lines.reduce((sum, line) => sum + line.unitPriceMinor * line.quantity, 0)
  const part: NewOrder = {
    orderKey: context.random.uuid(),
    orderNumber: readableCode(context.random, orderNumberLength),
    status: orderStatus.Checkout,
    sessionId: order.sessionId,
    customerId: order.customerId,
    channel: order.channel,
    host: order.host,
    locale: order.locale,
    currency: order.currency,
    totalMinor,
    buyer: order.buyer,
    deadlineAt: order.deadlineAt,
    heldSince: order.heldSince,
    caller: null,
    termsAcceptedAt: order.termsAcceptedAt,
    request: null,
    externalReference: order.externalReference,
    retryOf: null,
    // The buyer's own order must stay the newest, because pages link to that.
    createdAt: new Date(order.createdAt.getTime() - 1),
  }
  const addition = { order: { orderKey: part.orderKey }, lines: [...lines] }
  const inserted = await insertOrders(context.db, [part], [addition])
  const written: Order = {
    ...part,
    id: inserted.orderIds[0] as number,
    extendedCount: order.extendedCount,
    processedAt: null,
    lines: inserted.lines[0] ?? [],
  }
  await copyChecks(context, order, written)
  await copyHolder(context, order, written)
  return written
}
