/** Keeps the towns of stops whose ids are new, or name other places now. */
import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { distanceKilometres } from '../rules.ts'
import { readPlaces } from './former-timetable.ts'
import { isSamePlace, type Place } from './same-stops.ts'

/**
 * A town belongs to a place, not to the id of a stop: passengers search for it by its code. Stops that are at the place of
 * a former one get its town; those that have moved to a new place lose theirs, to be given another one.
 */
export async function keepTowns(db: Database, feedId: number): Promise<void> {
  const { former, current, changed } = await readPlaces(db, feedId)
  if (former.size === 0) return
  await sql`
    update stop set locality_id = null where id = any(${[...changed]}::int[])
      and not exists (select from staged_stops where stop_id = stop.gtfs_id and bileti_locality is not null)`.execute(
    db,
  )
  const { rows: lost } = await sql<{ id: number }>`
    select id from stop where feed_id = ${feedId} and locality_id is null and parent_id is null`.execute(
    db,
  )
  const { rows: towns } = await sql<{ stopId: number; townId: number }>`
    select id as "stopId", locality_id as "townId" from former_stop where locality_id is not null`.execute(
    db,
  )
  const townOf = new Map(towns.map(({ stopId, townId }) => [stopId, townId]))
  const cells = Map.groupBy(
    towns.flatMap(({ stopId }) => former.get(stopId) ?? []),
    cellOf,
  )
  const found = lost.flatMap(({ id }) => {
    const place = current.get(id)
    const same = place && nearestSame(place, cells)
    return same ? [{ id, townId: townOf.get(same.stopId) ?? null }] : []
  })
  await sql`
    update stop set locality_id = found.town_id
    from unnest(${found.map(({ id }) => id)}::int[], ${found.map(({ townId }) => townId)}::int[]) as found (id, town_id)
    where stop.id = found.id`.execute(db)
}

/** Some two kilometres; places in the cells around are compared too. */
const cellsPerDegree = 50

function cellOf({ latitude, longitude }: Pick<Place, 'latitude' | 'longitude'>): string {
  return `${Math.floor(latitude * cellsPerDegree)} ${Math.floor(longitude * cellsPerDegree)}`
}

function nearestSame(
  place: Place,
  cells: ReadonlyMap<string, readonly Place[]>,
): Place | undefined {
  const steps = [-1, 0, 1]
  const around = steps.flatMap((north) =>
    steps.flatMap((east) => {
      const latitude = place.latitude + north / cellsPerDegree
      const longitude = place.longitude + east / cellsPerDegree
      return cells.get(cellOf({ latitude, longitude })) ?? []
    }),
  )
  return around
    .filter((other) => isSamePlace(other, place))
    .toSorted((one, other) => distanceKilometres(one, place) - distanceKilometres(other, place))[0]
}
