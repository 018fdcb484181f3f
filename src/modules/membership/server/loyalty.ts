import type { z } from 'zod'
import type { ErrorCode } from '#contract/errors.ts'
import type { LocalizedText } from '#kernel/locale.ts'
import { money } from '#kernel/money.ts'
import { fail, invariant, ok, type Result } from '#kernel/result.ts'
import { takesPartInLoyalty } from '#modules/accounts/server/public-api.ts'
import { sumPaidOrders } from '#modules/orders/server/public-api.ts'
import { formatText } from '#kernel/texts.ts'
import type { Context } from '#platform/context.ts'
import en from '../messages/en.json' with { type: 'json' }
import ka from '../messages/ka.json' with { type: 'json' }
import type { loyaltyStatusView, LoyaltyView } from '../contract.ts'

type StatusView = z.output<typeof loyaltyStatusView>

export interface LoyaltyStatus {
  readonly code: string
  readonly name: LocalizedText
  readonly thresholdMinor: number
  /** Off the service fee of every order. */
  readonly feeBasisPoints: number
  /** Descriptions of the other benefits. */
  readonly benefits: readonly LocalizedText[]
}

/** Days whose payments count towards a status. */
export const countedDays = 365

/** The status reached by this amount, the next one and the progress to it. Statuses are sorted from the lowest. */
export function statusForAmount(statuses: readonly LoyaltyStatus[], spentMinor: number) {
  const status = statuses.findLast((each) => each.thresholdMinor <= spentMinor) ?? null
  const next = statuses.find((each) => each.thresholdMinor > spentMinor) ?? null
  const from = status?.thresholdMinor ?? 0
  const range = next === null ? 0 : next.thresholdMinor - from
  const progressPercent = next === null ? 100 : Math.floor(((spentMinor - from) * 100) / range)
  return { status, next, progressPercent }
}

export async function readStatuses(context: Context): Promise<LoyaltyStatus[]> {
  const rows = await context.db
    .selectFrom('loyalty_status')
    .select(['code', 'name', 'threshold_minor', 'fee_basis_points', 'benefits'])
    .orderBy('threshold_minor')
    .execute()
  return rows.map((row) => ({
    code: row.code,
    name: row.name as unknown as LocalizedText,
    thresholdMinor: row.threshold_minor,
    feeBasisPoints: row.fee_basis_points,
    benefits: row.benefits as unknown as LocalizedText[],
  }))
}

function present(context: Context, status: LoyaltyStatus): StatusView {
  return {
    code: status.code,
    name: status.name[context.locale],
    threshold: money(status.thresholdMinor),
    feeOffPercent: status.feeBasisPoints / 100,
    benefits: [
      ...feeBenefit(context, status),
      ...status.benefits.map((benefit) => benefit[context.locale]),
    ],
  }
}

function feeBenefit({ locale }: Context, { feeBasisPoints }: LoyaltyStatus): string[] {
  if (feeBasisPoints === 0) return []
  const words = locale === 'ka' ? ka : en
  return [formatText(locale, words.feeOff, { percent: feeBasisPoints / 100 })]
}

export async function listStatuses(
  context: Context,
): Promise<Result<{ statuses: StatusView[] }, ErrorCode>> {
  return ok({ statuses: (await readStatuses(context)).map((status) => present(context, status)) })
}

/** Status of a customer according to the payments of the last `countedDays`. */
export async function readStatusOf(context: Context, customerId: string) {
  const since = new Date(context.clock.now().getTime() - countedDays * 86_400_000)
  const spentMinor = await sumPaidOrders(context, customerId, since)
  return { spentMinor, ...statusForAmount(await readStatuses(context), spentMinor) }
}

/** The caller's status, calculated from the payments of the last `countedDays`; `store` also saves it. */
export async function readLoyalty(
  context: Context,
  { store }: { readonly store: boolean },
): Promise<Result<LoyaltyView, ErrorCode>> {
  const { actor, db, clock } = context
  if (actor.kind !== 'customer') return fail('Unauthenticated')
  const { customerId } = actor
  const now = clock.now()
  const { spentMinor, status, next, progressPercent } = await readStatusOf(context, customerId)
  invariant(status, 'the first loyalty status has the threshold zero')
  if (store) {
    const stored = { status_code: status.code, spent_minor: spentMinor, kept_at: now }
    await db
      .insertInto('customer_loyalty')
      .values({ customer_id: customerId, ...stored })
      .onConflict((conflict) => conflict.column('customer_id').doUpdateSet(stored))
      .execute()
  }
  const saved = await db
    .selectFrom('customer_loyalty')
    .select('kept_at')
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  return ok({
    isEnabled: await takesPartInLoyalty(context, customerId),
    status: present(context, status),
    spent: money(spentMinor),
    next: next && present(context, next),
    missing: next && money(next.thresholdMinor - spentMinor),
    progressPercent,
    keptAt: saved?.kept_at.toISOString() ?? null,
  })
}
