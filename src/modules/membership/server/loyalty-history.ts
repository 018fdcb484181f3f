import type { z } from 'zod'
import type { ErrorCode } from '#contract/errors.ts'
import { money } from '#kernel/money.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { listPaidOrders } from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { loyaltyHistory } from '../contract.ts'
import { countedDays, readStatuses, statusForAmount, type LoyaltyStatus } from './loyalty.ts'

/** A change of a customer's status. */
export interface StatusChange {
  readonly at: Date
  readonly status: LoyaltyStatus | null
  /** Amount paid in the counted days before the change, in minor units. */
  readonly spentMinor: number
}

/** Maximum number of changes in a reply; the newest are returned. */
const changesMax = 20

/**
 * Derives the changes of a status: it rises with a payment and falls when a payment is older than `countedDays`.
 * Changes are not stored but derived from the paid orders, so each has its exact date, and a returned order has no
 * effect on the history.
 *
 * @param statuses the lowest first
 * @returns the oldest first
 */
export function deriveChanges(
  statuses: readonly LoyaltyStatus[],
  payments: readonly { readonly at: Date; readonly amountMinor: number }[],
  now: Date,
): StatusChange[] {
  const steps = payments
    .flatMap(({ at, amountMinor }) => [
      { time: at.getTime(), amountMinor },
      { time: at.getTime() + countedDays * 86_400_000, amountMinor: -amountMinor },
    ])
    .filter(({ time }) => time <= now.getTime())
    .toSorted((left, right) => left.time - right.time)
  const changes: StatusChange[] = []
  let spentMinor = 0
  let code: string | null = statusForAmount(statuses, 0).status?.code ?? null
  for (const [index, { time, amountMinor }] of steps.entries()) {
    spentMinor += amountMinor
    if (steps[index + 1]?.time === time) continue
    const { status } = statusForAmount(statuses, spentMinor)
    if ((status?.code ?? null) === code) continue
    code = status?.code ?? null
    changes.push({ at: new Date(time), status, spentMinor })
  }
  return changes
}

export async function listLoyaltyChanges(
  context: Context,
): Promise<Result<z.output<typeof loyaltyHistory.reply>, ErrorCode>> {
  const { actor } = context
  if (actor.kind !== 'customer') return fail('Unauthenticated')
  const payments = await listPaidOrders(context, actor.customerId)
  const changes = deriveChanges(await readStatuses(context), payments, context.clock.now())
  return ok({
    changes: changes
      .slice(-changesMax)
      .toReversed()
      .map(({ at, status, spentMinor }) => ({
        at: at.toISOString(),
        code: status?.code ?? null,
        name: status?.name[context.locale] ?? null,
        spent: money(spentMinor),
      })),
  })
}
