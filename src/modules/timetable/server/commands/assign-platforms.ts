/** Platforms of a run, as assigned by the carrier's real-time feed. */
import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'
import type { Network } from '../network.ts'
import type { Run, RunStop } from '../queries/read-runs.ts'
import type { StopUpdate } from '../realtime/read-message.ts'

export type Platforms = readonly (string | null)[]

/** Platforms that differ from the timetable, by stop; null: none. */
export function changedPlatforms(stops: Run['stops']): Platforms | null {
  return orNull(
    stops.map(({ platform, plannedPlatform }) => (platform === plannedPlatform ? null : platform)),
  )
}

function orNull(platforms: Platforms): Platforms | null {
  return platforms.some((platform) => platform !== null) ? platforms : null
}

/**
 * Applies what the feed has assigned since its previous message. Platforms that it does not change stay as the carrier's
 * staff have set them.
 */
export async function assignPlatforms(
  { db }: Pick<Context, 'db'>,
  network: Network,
  { run, before }: { readonly run: Run; readonly before: Platforms | null },
  updates: readonly (StopUpdate | undefined)[],
): Promise<void> {
  const assigned = run.stops.map((stop, index) => platformOf(network, stop, updates[index]))
  const isSame = (index: number) => assigned[index] === (before?.[index] ?? null)
  if (assigned.every((_, index) => isSame(index))) return
  const present = changedPlatforms(run.stops)
  const platforms = orNull(
    assigned.map((platform, index) => (isSame(index) ? (present?.[index] ?? null) : platform)),
  )
  await sql`
    update run set platforms = ${platforms}::text[], feed_platforms = ${orNull(assigned)}::text[]
    where id = ${run.runId}`.execute(db)
}

/** The platform of the assigned stop, if that belongs to the same station; null: that of the timetable. */
function platformOf(
  network: Network,
  { stop, plannedPlatform }: RunStop,
  update: StopUpdate | undefined,
): string | null {
  const id = update?.assignedStopId ?? null
  if (id === null || id === stop.gtfsId || stop.parentId === null) return null
  for (const { feedId, gtfsId, parentId, platform } of network.stops.values())
    if (gtfsId === id && feedId === stop.feedId && parentId === stop.parentId)
      return platform === plannedPlatform ? null : platform
  return null
}
