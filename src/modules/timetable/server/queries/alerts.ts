/** Carriers' alerts about lines, stops and runs; cached in each process for a few seconds. */
import { sql } from 'kysely'
import { databaseOf } from '#platform/database/database.ts'
import type { Context } from '#platform/context.ts'
import type { TimetableText } from '../../shapes.ts'

export interface ServiceAlert {
  readonly alertId: number
  readonly header: TimetableText
  readonly description: TimetableText
  readonly url: string | null
  /** GTFS-Realtime `Effect`: `NO_SERVICE`, `SIGNIFICANT_DELAYS`, … */
  readonly effect: string
  readonly startsAt: Date | null
  readonly endsAt: Date | null
  readonly routeIds: readonly number[]
  readonly stopIds: readonly number[]
  readonly runIds: readonly number[]
}

const freshMilliseconds = 2_000

interface Copy {
  readonly alerts: Promise<readonly ServiceAlert[]>
  readonly readAt: number
}

const copies = new WeakMap<object, Copy>()

/** All alerts that are in force now or later. */
export function readAlerts(context: Pick<Context, 'db'>): Promise<readonly ServiceAlert[]> {
  const key = databaseOf(context.db)
  const known = copies.get(key)
  const now = performance.now()
  if (known && now - known.readAt < freshMilliseconds) return known.alerts
  const copy = { alerts: loadAnew(context, known?.alerts), readAt: now }
  copies.set(key, copy)
  copy.alerts.catch(() => {
    if (copies.get(key) === copy) copies.delete(key)
  })
  return copy.alerts
}

/** Invalidates the cache; called after a change. */
export function invalidateAlerts(context: Pick<Context, 'db'>): void {
  copies.delete(databaseOf(context.db))
}

/** The same list as before while none of it has changed. */
async function loadAnew(
  context: Pick<Context, 'db'>,
  before: Promise<readonly ServiceAlert[]> | undefined,
): Promise<readonly ServiceAlert[]> {
  const alerts = await loadAlerts(context)
  const known = await before?.catch(() => undefined)
  return known && JSON.stringify(known) === JSON.stringify(alerts) ? known : alerts
}

async function loadAlerts({ db }: Pick<Context, 'db'>): Promise<ServiceAlert[]> {
  const { rows } = await sql<ServiceAlert>`
    select id as "alertId", header, description, url, effect, starts_at as "startsAt", ends_at as "endsAt",
      route_ids as "routeIds", stop_ids as "stopIds", run_ids as "runIds"
    from service_alert where is_current order by starts_at nulls first, id`.execute(db)
  return rows
}

/** Alerts about a run, its line or its stops that are in force during the run. */
export function alertsOfRun(
  alerts: readonly ServiceAlert[],
  run: {
    readonly runId: number
    readonly routeId: number
    readonly stopIds: readonly number[]
    readonly from: Date
    readonly until: Date
  },
): ServiceAlert[] {
  return alerts.filter(
    ({ startsAt, endsAt, routeIds, stopIds, runIds }) =>
      (startsAt === null || startsAt <= run.until) &&
      (endsAt === null || endsAt >= run.from) &&
      (runIds.includes(run.runId) ||
        routeIds.includes(run.routeId) ||
        stopIds.some((stopId) => run.stopIds.includes(stopId))),
  )
}
