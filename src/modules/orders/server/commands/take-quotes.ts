import type { ErrorCode } from '#contract/errors.ts'
import { invariant, type Result } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import type { Quote } from '../offer-source.ts'
import type { Order } from '../order.ts'
import { holdChoices } from './hold-choices.ts'

/**
 * Holds what several quotes name for one order, each quote of an offering of its own: all of them or none.
 * Offerings are taken in the order of their ids, as everybody takes them who takes more than one.
 */
export async function takeQuotes(
  context: Context,
  quotes: readonly Quote[],
  options: { readonly orderKey?: string; readonly host?: string } = {},
): Promise<Result<Order, ErrorCode>> {
  const sorted = quotes.toSorted((left, right) => left.offeringId - right.offeringId)
  return inTransaction(context, async (inside) => {
    let orderKey = options.orderKey?.toLowerCase()
    let taken: Result<Order, ErrorCode> | undefined
    for (const quote of sorted) {
      const choice = { context: inside, quote, orderKey, host: options.host }
      ;[taken] = await holdChoices(inside.db, [choice])
      invariant(taken, 'a choice is answered')
      if (!taken.ok) return taken
      orderKey = taken.value.orderKey
    }
    invariant(taken, 'there is something to take')
    return taken
  })
}
