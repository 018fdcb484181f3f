import { orderStatus } from '#contract/enumerations.ts'
import type { Context } from '#platform/context.ts'
import { holdSecondsOf } from './commands/extend-order.ts'
import { boundedDeadline } from './hold-bounds.ts'
import type { Order } from './order.ts'
import { isFinal, shownStatus } from './rules.ts'
import { readRetryOf } from './store.ts'

/**
 * Whether `copyOrderForRetry` would accept this order: it has failed, its retries have failed as well or are still
 * going on, and a further attempt has time to hold the places. Whether the places are still free is known only then.
 */
export async function canRetryOrder(context: Context, order: Order): Promise<boolean> {
  if (order.status !== orderStatus.Failed) return false
  const retry = await readRetryOf(context.db, order.id)
  if (retry && retry.status !== orderStatus.Failed)
    return !isFinal(shownStatus(retry, context.clock.now()))
  if (retry) return canRetryOrder(context, retry)
  return boundedDeadline(context, order, await holdSecondsOf(context, order)).ok
}
