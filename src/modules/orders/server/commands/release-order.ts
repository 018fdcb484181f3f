import { orderStatus } from '#contract/enumerations.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { releaseClaims, releaseHolds } from '#modules/inventory/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { orderAllocations } from '../allocations.ts'
import { bundleOf, type Order, type OrderLine } from '../order.ts'
import { applyChanges, removeTickets, totalsOf } from '../rules.ts'
import { changeLines, updateAmounts, writeFormerItem } from '../order-writes.ts'
import { withoutBalance } from '../paid-by-balance.ts'
import { settleLines } from '../settle-lines.ts'
import { moveOrder } from './move-order.ts'
import { withOpenOrder } from './with-open-order.ts'

export interface ReleaseOrderOptions {
  readonly orderKey: string
  /**
   * Ticket lines to release; all of them when absent. Their fees and the other parts of their packages go with them.
   */
  readonly lineIds?: readonly number[]
  /** Cancels the order when nothing is left in it; otherwise it stays as a draft. */
  readonly cancel: boolean
}

/** Releases places of an open order; they are free immediately. */
export async function releaseOrder(
  context: Context,
  options: ReleaseOrderOptions,
): Promise<Result<Order, ErrorCode>> {
  return withOpenOrder(context, options.orderKey, async (inside, locked) => {
    const tickets = locked.lines.filter((line) => line.kind === 'Ticket')
    const named = new Set(options.lineIds ?? tickets.map((line) => line.id))
    if (tickets.filter((line) => named.has(line.id)).length < named.size) {
      const message = 'Not a ticket line of this order'
      return fail('BadRequest', { fields: [{ path: 'body.lineIds', message }] })
    }
    // The balance was calculated for the previous places.
    const order = await withoutBalance(inside, locked)
    const wanted = withWholeBundles(tickets, named)
    const leaving = tickets.filter((line) => wanted.has(line.id))
    await release(inside, order, leaving)
    const changes = removeTickets(order.lines, wanted)
    await changeLines(inside.db, changes)
    const lines = await settleLines(inside, applyChanges(order.lines, changes))
    const left = { ...order, lines, totalMinor: totalsOf(lines).totalMinor }
    await updateAmounts(inside.db, [left], inside.clock.now())
    if (lines.length === 0) await writeFormerItem(inside.db, order.id, leaving)
    return afterwards(inside, left, options.cancel)
  })
}

/**
 * Releasing part of a package releases all of it; otherwise the rest would keep the package's price. The same applies
 * to seats that are only sold together.
 */
export function withWholeBundles(
  tickets: readonly OrderLine[],
  named: ReadonlySet<number>,
): ReadonlySet<number> {
  const bundles = new Set(
    tickets.flatMap(({ id, detail }) => (named.has(id) ? (bundleOf(detail) ?? []) : [])),
  )
  const whole = tickets.filter(({ detail }) => bundles.has(bundleOf(detail) ?? ''))
  return new Set([...named, ...whole.map((line) => line.id)])
}

async function release(
  context: Context,
  order: Order,
  leaving: readonly OrderLine[],
): Promise<void> {
  const allocations = orderAllocations(leaving)
  if (leaving.length === order.lines.filter((line) => line.holdId !== null).length) {
    await releaseHolds(
      context,
      allocations.map((allocation) => allocation.holdId),
    )
    return
  }
  await releaseClaims(context, allocations)
}

async function afterwards(
  context: Context,
  order: Order,
  cancel: boolean,
): Promise<Result<Order, ErrorCode>> {
  if (order.lines.length > 0) return ok(order)
  if (cancel) return moveOrder(context, order, orderStatus.Canceled, 'canceled-by-buyer')
  if (order.status === orderStatus.Draft) return ok(order)
  return moveOrder(context, order, orderStatus.Draft, 'places-given-back')
}
