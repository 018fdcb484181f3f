/** What an outside seller reports as sold comes from the places that it was given, as far as it has them. */
import {
  findOrders,
  listAllotted,
  orderAllocations,
  takeBackOutside,
  type OrderLine,
} from '#modules/orders/server/public-api.ts'
import { lockAllocations } from '#modules/inventory/server/public-api.ts'
import { sourceName, type OutsideLine } from '#modules/events/server/public-api.ts'
import type { Context } from '#platform/context.ts'

interface SoldBySeller {
  readonly seller: string
  readonly line: OutsideLine
}

/** Takes the places that are reported as sold out of their sellers' allotments, so that orders can have them. */
export async function takeFromAllotments(
  context: Context,
  merchantId: number,
  reported: readonly SoldBySeller[],
): Promise<void> {
  const bySeller = Map.groupBy(
    reported.filter(({ seller }) => seller !== ''),
    ({ seller }) => seller,
  )
  if (bySeller.size === 0) return
  const itemIds = [...new Set(reported.map(({ line }) => line.itemId ?? 0))]
  const of = { merchantId, source: sourceName, itemIds, isLocked: true, isPrinted: false }
  const allotted = (await listAllotted(context, of)).filter(({ seller }) => bySeller.has(seller))
  const sellerOf = new Map(allotted.map(({ orderId, seller }) => [orderId, seller]))
  const left = new Map([...bySeller].map(([seller, sold]) => [seller, new Wanted(sold)]))
  const orders = await findOrders(context, [...sellerOf.keys()])
  await lockAllocations(
    context,
    orders.flatMap(({ lines }) => orderAllocations(lines)),
  )
  for (const order of orders) {
    const wanted = left.get(sellerOf.get(order.id) ?? '')
    if (!wanted) continue
    await takeBackOutside(
      context,
      order,
      new Map(order.lines.map((line) => [line.id, wanted.take(line)])),
    )
  }
}

/** How many units of each place a seller has reported that were not found in an allotment yet. */
class Wanted {
  readonly #units = new Map<string, number>()

  constructor(sold: readonly SoldBySeller[]) {
    for (const { line } of sold)
      this.#units.set(keyOf(line), (this.#units.get(keyOf(line)) ?? 0) + line.quantity)
  }

  /** Units of the line that are wanted; they are wanted no more. */
  take(line: Pick<OrderLine, 'offeringId' | 'placeId' | 'poolId' | 'quantity'>): number {
    const wanted = this.#units.get(keyOf(line)) ?? 0
    const taken = Math.min(wanted, line.quantity)
    this.#units.set(keyOf(line), wanted - taken)
    return taken
  }
}

function keyOf(line: Pick<OrderLine, 'offeringId' | 'placeId' | 'poolId'>): string {
  return `${line.offeringId} ${line.placeId} ${line.poolId}`
}
