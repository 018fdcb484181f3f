/** Budgets of messages by hour and day, one row for each subject and window. */
import { sql } from 'kysely'
import type { Budget } from '#platform/bounds.ts'
import { keyOf } from '#platform/callers.ts'
import type { Context } from '#platform/context.ts'

const windows = { hour: 3_600, day: 86_400 } as const

export interface BudgetShare {
  readonly key: string
  readonly windowSeconds: number
  readonly most: number
}

/** The shares of a subject's budget by hour and day; none where there is no limit. */
export async function budgetShares(
  context: Context,
  subject: string,
  budget: Budget,
): Promise<BudgetShare[]> {
  const key = await keyOf(context, subject)
  return (['hour', 'day'] as const)
    .filter((window) => budget[window] > 0)
    .map((window) => ({ key, windowSeconds: windows[window], most: budget[window] }))
}

/** Takes one message from every share that has one left; returns those that are spent. */
export async function takeShares<Share extends BudgetShare>(
  context: Context,
  shares: readonly Share[],
): Promise<readonly Share[]> {
  if (shares.length === 0) return []
  const now = context.clock.now()
  const { rows } = await sql<{ key: string; windowSeconds: number }>`
    insert into sms_budget (key, window_seconds, window_start, most, sent)
    select key, seconds, start, most, 1
    from unnest(
      ${shares.map((share) => share.key)}::bigint[],
      ${shares.map((share) => share.windowSeconds)}::integer[],
      ${shares.map((share) => startOf(now, share.windowSeconds))}::timestamptz[],
      ${shares.map((share) => share.most)}::integer[]
    ) as asked (key, seconds, start, most)
    order by key, seconds
    on conflict (key, window_seconds) do update
      set sent = case when sms_budget.window_start = excluded.window_start
          then sms_budget.sent + 1 else 1 end,
        window_start = excluded.window_start, most = excluded.most
      where sms_budget.window_start <> excluded.window_start or sms_budget.sent < excluded.most
    returning key::text, window_seconds as "windowSeconds"
  `.execute(context.db)
  const taken = new Set(rows.map(({ key, windowSeconds }) => `${key} ${windowSeconds}`))
  return shares.filter(({ key, windowSeconds }) => !taken.has(`${key} ${windowSeconds}`))
}

export function startOf(now: Date, windowSeconds: number): Date {
  const milliseconds = windowSeconds * 1_000
  return new Date(Math.floor(now.getTime() / milliseconds) * milliseconds)
}
