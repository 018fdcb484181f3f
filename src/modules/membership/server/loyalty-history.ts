import type { z } from 'zod'
import type { ErrorCode } from '#contract/errors.ts'
import { money } from '#kernel/money.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { listPaidOrders } from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { loyaltyHistory } from '../contract.ts'
import { countedDays, readStatuses, standingOf, type LoyaltyStatus } from './loyalty.ts'

/** A moment from which on another status held. */
export interface StatusChange {
  readonly at: Date
  readonly status: LoyaltyStatus | null
  /** Minor units of the days that count, as they stood then. */
  readonly spentMinor: number
}

/** Changes that are shown at most; older ones are of no use to anybody. */
const changesMost = 20

/**
 * How a status rose with each payment and fell when a payment had become too old to count. Nothing of it is kept:
 * it follows from the orders, so a change made while nobody looked has its true date, and an order that was given
 * back has never raised anything.
 *
 * @param statuses the lowest first
 * @returns the oldest first
 */
export function changesOf(
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
  let code: string | null = standingOf(statuses, 0).status?.code ?? null
  for (const [index, { time, amountMinor }] of steps.entries()) {
    spentMinor += amountMinor
    if (steps[index + 1]?.time === time) continue
    const { status } = standingOf(statuses, spentMinor)
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
  const changes = changesOf(await readStatuses(context), payments, context.clock.now())
  return ok({
    changes: changes
      .slice(-changesMost)
      .toReversed()
      .map(({ at, status, spentMinor }) => ({
        at: at.toISOString(),
        code: status?.code ?? null,
        name: status?.name[context.locale] ?? null,
        spent: money(spentMinor),
      })),
  })
}
