/** The state of runs that was last notified to ticket holders. */
import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'

export interface NotifiedState {
  /** By stop; null: nothing was told of the times. */
  readonly delays: readonly number[] | null
  /** Of rows of older releases: the longest delay, which may be of some stops only; 0 without any. */
  readonly longestDelay: number
  readonly isCancelled: boolean
  /** By stop; null: those of the timetable. */
  readonly platforms: readonly (string | null)[] | null
  /** By stop, bits: 1 nobody boards, 2 nobody alights; null: as in the timetable. */
  readonly callChanges: readonly number[] | null
  /** Planned departures by stop; null: those with which the run was sold. */
  readonly planned: readonly Date[] | null
}

/** Departures are on sale for less than this. */
const daysOnSaleMax = 400

/** Runs of which holders were last told that they differ from the timetable. */
export async function findToldOfChanges({
  db,
  clock,
}: Pick<Context, 'db' | 'clock'>): Promise<number[]> {
  const since = new Date(clock.now().getTime() - daysOnSaleMax * 86_400_000)
  const { rows } = await sql<{ runId: number }>`
    select run_id as "runId" from run_notice
    where told_at > ${since} and (is_cancelled or delay_seconds <> 0 or 0 <> any(delays) or platforms is not null
      or call_changes is not null)`.execute(db)
  return rows.map(({ runId }) => runId)
}

/** By run; runs of which nothing was notified are left out. */
export async function readNotified(
  context: Pick<Context, 'db'>,
  runIds: readonly number[],
): Promise<ReadonlyMap<number, NotifiedState>> {
  const { rows } = await sql<NotifiedState & { readonly runId: number }>`
    select run_id as "runId", delays, delay_seconds as "longestDelay", is_cancelled as "isCancelled", platforms,
      call_changes as "callChanges", planned
    from run_notice where run_id = any(${[...runIds]}::int[])`.execute(context.db)
  return new Map(rows.map((row) => [row.runId, row]))
}

/** Records the notified state unless another process has done so; returns whether it was recorded. */
export async function recordNotified(
  context: Pick<Context, 'db' | 'clock'>,
  runId: number,
  before: NotifiedState,
  now: NotifiedState,
): Promise<boolean> {
  const at = context.clock.now()
  const plannedOf = ({ planned }: NotifiedState) =>
    planned?.map((departsAt) => departsAt.toISOString()) ?? null
  const reinstatedAt = before.isCancelled && !now.isCancelled ? at : null
  const result = await sql`
    insert into run_notice (run_id, delay_seconds, delays, is_cancelled, platforms, call_changes, planned, told_at)
    values (${runId}, ${now.longestDelay}, ${now.delays}::integer[], ${now.isCancelled}, ${now.platforms}::text[],
      ${now.callChanges}::smallint[],
      ${plannedOf(now)}::timestamptz[], ${at})
    on conflict (run_id) do update set delay_seconds = excluded.delay_seconds, delays = excluded.delays,
      is_cancelled = excluded.is_cancelled, platforms = excluded.platforms, call_changes = excluded.call_changes,
      planned = excluded.planned, told_at = excluded.told_at,
      reinstated_at = coalesce(${reinstatedAt}::timestamptz, run_notice.reinstated_at)
    where run_notice.delay_seconds = ${before.longestDelay}
      and run_notice.delays is not distinct from ${before.delays}::integer[]
      and run_notice.is_cancelled = ${before.isCancelled}
      and run_notice.platforms is not distinct from ${before.platforms}::text[]
      and run_notice.call_changes is not distinct from ${before.callChanges}::smallint[]
      and run_notice.planned is not distinct from ${plannedOf(before)}::timestamptz[]`.execute(
    context.db,
  )
  return Number(result.numAffectedRows ?? 0) > 0
}

/** When holders of these runs were last told that a cancelled run is scheduled again; other runs are left out. */
export async function readReinstatements(
  { db }: Pick<Context, 'db'>,
  runIds: readonly number[],
): Promise<ReadonlyMap<number, Date>> {
  if (runIds.length === 0) return new Map()
  const { rows } = await sql<{ runId: number; at: Date }>`
    select run_id as "runId", reinstated_at as at from run_notice
    where run_id = any(${[...new Set(runIds)]}::int[]) and reinstated_at is not null`.execute(db)
  return new Map(rows.map(({ runId, at }) => [runId, at]))
}
