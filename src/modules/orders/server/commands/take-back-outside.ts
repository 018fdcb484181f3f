import { orderStatus } from '#contract/enumerations.ts'
import { invariant } from '#kernel/result.ts'
import { returnPlaces } from '#modules/inventory/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { orderAllocations } from '../allocations.ts'
import type { Order } from '../order.ts'
import { changeLines } from '../order-writes.ts'
import { moveOrder } from './move-order.ts'

interface TakeBackOptions {
  /** For an order with tickets, which the caller ends: whether none of them is left. Its lines stay, because its tickets do. */
  readonly isLastTicket?: boolean
}

/**
 * Puts units of lines of a locked outside order on sale again; lines without a unit leave the order, and an order without
 * lines is cancelled, which keeps its last lines.
 */
export async function takeBackOutside(
  context: Context,
  order: Order,
  units: ReadonlyMap<number, number>,
  { isLastTicket }: TakeBackOptions = {},
): Promise<void> {
  invariant(context.db.isTransaction, 'places are released with their order')
  const leaving = order.lines.flatMap((line) => {
    const quantity = Math.min(units.get(line.id) ?? 0, line.quantity)
    return quantity > 0 ? [{ ...line, quantity }] : []
  })
  if (leaving.length === 0) return
  await returnPlaces(context, orderAllocations(leaving), { asResale: false })
  const gone = new Map(leaving.map(({ id, quantity }) => [id, quantity]))
  const left = order.lines.map(({ id, quantity }) => ({
    id,
    quantity: quantity - (gone.get(id) ?? 0),
  }))
  if (isLastTicket ?? left.every(({ quantity }) => quantity === 0)) {
    const moved = await moveOrder(context, order, orderStatus.Canceled, 'places-given-back')
    invariant(moved.ok, 'an outside order can be cancelled')
    return
  }
  if (isLastTicket === undefined)
    await changeLines(context.db, {
      removedIds: left.flatMap(({ id, quantity }) => (quantity === 0 ? [id] : [])),
      shrunk: left.filter(({ id, quantity }) => quantity > 0 && gone.has(id)),
    })
}
