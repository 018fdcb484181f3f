import { sql } from 'kysely'
import { ok } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import type {
  DayTotal,
  DifferenceKind,
  ProviderDayView,
  ReconciliationView,
} from '../../reconciliation-contract.ts'
import type { PaymentProvider } from '../provider.ts'
import type { Comparison, OurPayment, Span } from './compare.ts'

const zoneOffset = '+04:00'
const dayMs = 86_400_000

/** A day in Tbilisi, which has no daylight saving time. */
export function spanOf(day: string): Span {
  const from = new Date(`${day}T00:00:00${zoneOffset}`)
  return { from, to: new Date(from.getTime() + dayMs) }
}

/** The day in Tbilisi `daysAgo` days before today. */
export function dayAgo(now: Date, daysAgo: number): string {
  return new Date(now.getTime() + 4 * 3_600_000 - daysAgo * dayMs).toISOString().slice(0, 10)
}

/** Payments that the provider's list of these hours may contain, and those it does contain. */
export async function listOurPayments(
  context: Context,
  provider: number,
  span: Span,
  named: { readonly externalIds: readonly string[]; readonly paymentIds: readonly string[] },
): Promise<OurPayment[]> {
  const { rows } = await sql<{
    id: string
    external_id: string | null
    state: string
    captured_minor: number | null
    currency: string
    refunded_minor: number
    is_returning: boolean
    settled_at: Date | null
  }>`
    select id, external_id, state, captured_minor, coalesce(captured_currency, currency) as currency,
      refunded_minor, settled_at,
      exists (select from refund where payment_id = payment.id and state = 'pending') as is_returning
    from payment
    where provider = ${provider} and (
      settled_at >= ${span.from} and settled_at < ${span.to}
      or split_part(external_id, '#', 1) = any(${named.externalIds}::text[])
      or id::text = any(${named.paymentIds}::text[]))
  `.execute(context.db)
  return rows.map((row) => ({
    id: row.id,
    externalId: row.external_id,
    state: row.state,
    capturedMinor: row.captured_minor,
    currency: row.currency,
    refundedMinor: row.refunded_minor,
    isReturning: row.is_returning,
    settledAt: row.settled_at,
  }))
}

function stateOf(comparison: Comparison | null): ProviderDayView['state'] {
  if (comparison === null) return 'unanswered'
  if (comparison.differences.length > 0) return 'differs'
  return comparison.hasStatement ? 'agreed' : 'one-by-one'
}

/** Replaces the stored comparison of one day and provider. Null: the provider did not answer. */
export async function saveComparison(
  context: Context,
  day: string,
  provider: number,
  comparison: Comparison | null,
): Promise<void> {
  const { differences = [], theirs = [], ours = [] } = comparison ?? {}
  const state = stateOf(comparison)
  await inTransaction(context, async (inside) => {
    // The row of the day is the lock: concurrent comparisons are stored one after the other.
    await sql`
      insert into reconciliation (day, provider, ran_at, state, theirs, ours)
      values (${day}::date, ${provider}, ${inside.clock.now()}, ${state},
        ${JSON.stringify(theirs)}::jsonb, ${JSON.stringify(ours)}::jsonb)
      on conflict (day, provider) do update set ran_at = excluded.ran_at, state = excluded.state,
        theirs = excluded.theirs, ours = excluded.ours
    `.execute(inside.db)
    await sql`
      delete from reconciliation_difference where day = ${day}::date and provider = ${provider}
    `.execute(inside.db)
    for (const each of differences)
      await sql`
        insert into reconciliation_difference (day, provider, kind, external_id, payment_id, ours, theirs)
        values (${day}::date, ${provider}, ${each.kind}, ${each.externalId}, ${each.paymentId},
          ${each.ours}, ${each.theirs})
      `.execute(inside.db)
    return ok(null)
  })
}

/** Whether a day that is over has an answered comparison for each of these providers. */
export async function isCompared(
  context: Context,
  day: string,
  providers: readonly PaymentProvider[],
): Promise<boolean> {
  const { rows } = await sql<{ provider: number }>`
    select provider from reconciliation where day = ${day}::date and state <> 'unanswered' and ran_at >= ${spanOf(day).to}
  `.execute(context.db)
  return providers.every(({ number }) => rows.some(({ provider }) => provider === number))
}

/** The latest comparison of a day. */
export async function readDay(
  context: Context,
  day: string,
  providers: readonly PaymentProvider[],
): Promise<ReconciliationView> {
  const { rows: looked } = await sql<{
    provider: number
    ran_at: Date
    state: ProviderDayView['state']
    theirs: DayTotal[]
    ours: DayTotal[]
  }>`select provider, ran_at, state, theirs, ours from reconciliation where day = ${day}::date`.execute(
    context.db,
  )
  const { rows: differences } = await sql<{
    id: number
    provider: number
    kind: DifferenceKind
    external_id: string | null
    payment_id: string | null
    ours: string
    theirs: string
  }>`
    select id, provider, kind, external_id, payment_id, ours, theirs from reconciliation_difference
    where day = ${day}::date order by provider, id
  `.execute(context.db)
  const nameOf = (number: number): string =>
    providers.find((each) => each.number === number)?.name ?? String(number)
  return {
    day,
    providers: providers.map(({ number, name }) => {
      const found = looked.find(({ provider }) => provider === number)
      return {
        provider: number,
        name,
        state: found?.state ?? 'never',
        isWholeDay: found !== undefined && found.ran_at >= spanOf(day).to,
        ranAt: found?.ran_at.toISOString() ?? null,
        theirs: found?.theirs ?? [],
        ours: found?.ours ?? [],
      }
    }),
    differences: differences.map((row) => ({
      differenceId: row.id,
      provider: row.provider,
      name: nameOf(row.provider),
      kind: row.kind,
      externalId: row.external_id,
      paymentId: row.payment_id,
      ours: row.ours,
      theirs: row.theirs,
    })),
  }
}
