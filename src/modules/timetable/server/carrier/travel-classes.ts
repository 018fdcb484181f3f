/** Travel classes that a carrier's staff make, put in order and remove. */
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { fail, ok, type Result } from '#kernel/result.ts'
import { logStaffChange } from '#modules/staff/server/public-api.ts'
import { inTransaction, type Context, type StaffActor } from '#platform/context.ts'
import type { TimetableText } from '../../shapes.ts'
import { raiseTimetableVersion, readNetwork, reloadNetwork } from '../network-cache.ts'
import type { Agency, Network } from '../network.ts'
import { lockCarrier } from './trip-vehicles.ts'

/** A class of the carrier, or a new one. */
export interface ListedClass {
  readonly classId?: number | undefined
  /** The name stays, because sold tickets have it. */
  readonly added?: { readonly code: string; readonly name: TimetableText } | undefined
}

export type ClassRefusal =
  | 'NotFound'
  | 'TravelClassesWrong'
  | 'TravelClassKnown'
  | 'TravelClassInUse'

interface ClassRow {
  readonly id: number
  readonly code: string
  readonly name: TimetableText
}

/** What a class is used by; a line is null for a fare of all lines. */
export interface ClassUse {
  readonly vehicleTypeIds: readonly number[]
  readonly routeIds: readonly (number | null)[]
}

/**
 * Replaces the list of a carrier's classes: new ones are made, those left out are removed, and all get the order of the list.
 * A class that a vehicle or a fare has is not removed, so neither is one of which anything was ever sold. Repeating a change
 * changes nothing. `also` runs in the same transaction, with the changed network.
 */
export async function changeTravelClasses(
  context: Context,
  { merchantId }: Pick<StaffActor, 'merchantId'>,
  { agencyId, classes }: { readonly agencyId: number; readonly classes: readonly ListedClass[] },
  also: (context: Context, network: Network, agency: Agency) => Promise<void>,
): Promise<Result<{ readonly isChanged: boolean }, ClassRefusal>> {
  const change = () =>
    inTransaction(context, async (inside) => {
      const network = await readNetwork(inside)
      const agency = network.agencies.get(agencyId)
      if (agency?.merchantId !== merchantId) return fail('NotFound')
      await lockCarrier(inside, agencyId)
      const before = await readClasses(inside, agencyId)
      const wanted = wantedClasses(before, classes)
      if (!wanted.ok) return wanted
      const codes = (rows: readonly Pick<ClassRow, 'code'>[]) => rows.map(({ code }) => code)
      if (isDeepStrictEqual(codes(before), codes(wanted.value))) return ok({ isChanged: false })
      for (const { id, code } of before.filter((row) => !codes(wanted.value).includes(row.code))) {
        const { vehicleTypeIds, routeIds } = await readUse(inside, id)
        if (vehicleTypeIds.length + routeIds.length > 0)
          return fail('TravelClassInUse', {
            code,
            ...namesOf(network, { vehicleTypeIds, routeIds }),
          })
        await sql`delete from travel_class where id = ${id}`.execute(inside.db)
      }
      await writeClasses(inside, agencyId, wanted.value)
      await logStaffChange(inside, {
        action: 'carrier-terms.change-classes',
        subject: `carrier ${agencyId}`,
        before: { classes: codes(before) },
        after: { classes: codes(wanted.value) },
      })
      await raiseTimetableVersion(inside)
      const after = await readClasses(inside, agencyId)
      const others = [...network.classes].filter(([, one]) => one.agencyId !== agencyId)
      const own = after.map(({ id, ...row }, position) => {
        return [id, { ...row, classId: id, agencyId, position: position + 1 }] as const
      })
      await also(inside, { ...network, classes: new Map([...others, ...own]) }, agency)
      return ok({ isChanged: true })
    })
  const changed = await change().catch((error: unknown) => {
    // A feed that is being imported has just used the class.
    if ((error as { code?: unknown }).code === '23503') return fail('TravelClassInUse')
    throw error
  })
  if (changed.ok && changed.value.isChanged) await reloadNetwork(context)
  return changed
}

/** The classes of a carrier in their order, from the database: the network in memory may be a second old. */
export async function readClasses(
  { db }: Pick<Context, 'db'>,
  agencyId: number,
): Promise<readonly ClassRow[]> {
  const { rows } = await sql<ClassRow>`
    select id, code, name from travel_class where agency_id = ${agencyId} order by position, id`.execute(
    db,
  )
  return rows
}

function wantedClasses(
  known: readonly ClassRow[],
  listed: readonly ListedClass[],
): Result<Omit<ClassRow, 'id'>[], 'TravelClassesWrong' | 'TravelClassKnown'> {
  const wanted: Omit<ClassRow, 'id'>[] = []
  for (const { classId, added } of listed) {
    if ((classId === undefined) === (added === undefined)) return fail('TravelClassesWrong')
    const same = known.find(({ id, code }) => id === classId || code === added?.code)
    if (same && added && !isDeepStrictEqual(same.name, added.name)) return fail('TravelClassKnown')
    const one = same ?? added
    if (!one || wanted.some(({ code }) => code === one.code)) return fail('TravelClassesWrong')
    wanted.push({ code: one.code, name: one.name })
  }
  return ok(wanted)
}

async function readUse({ db }: Pick<Context, 'db'>, classId: number): Promise<ClassUse> {
  const vehicles = await sql<{ id: number }>`
    select distinct vehicle_type_id as id from vehicle_place where class_id = ${classId} order by id`.execute(
    db,
  )
  const fares = await sql<{ id: number | null }>`
    select distinct route_id as id from fare where class_id = ${classId} order by id`.execute(db)
  return {
    vehicleTypeIds: vehicles.rows.map(({ id }) => id),
    routeIds: fares.rows.map(({ id }) => id),
  }
}

/** What uses a class, in English as the detail of an error. */
function namesOf(network: Network, { vehicleTypeIds, routeIds }: ClassUse) {
  return {
    vehicles: vehicleTypeIds.map((id) => network.vehicleTypes.get(id)?.name.en ?? String(id)),
    lines: routeIds.map((id) => network.routes.get(id ?? 0)?.name.en ?? 'all lines'),
  }
}

async function writeClasses(
  { db }: Pick<Context, 'db'>,
  agencyId: number,
  classes: readonly Omit<ClassRow, 'id'>[],
): Promise<void> {
  await sql`
    insert into travel_class (agency_id, code, name, position)
    select ${agencyId}, one->>'code', one->'name', position
    from jsonb_array_elements(${JSON.stringify(classes)}::jsonb) with ordinality as listed (one, position)
    on conflict (agency_id, code) do update set position = excluded.position
      where travel_class.position <> excluded.position`.execute(db)
}

/** What uses each class of a carrier, in memory. */
export function usesOfClasses(network: Network, agencyId: number): ReadonlyMap<number, ClassUse> {
  const uses = new Map<number, { vehicles: Set<number>; routes: Set<number | null> }>()
  for (const { classId, agencyId: own } of network.classes.values())
    if (own === agencyId) uses.set(classId, { vehicles: new Set(), routes: new Set() })
  for (const { vehicleTypeId, places, agencyId: own } of network.vehicleTypes.values())
    if (own === agencyId)
      for (const { classId } of places) uses.get(classId)?.vehicles.add(vehicleTypeId)
  for (const { classId, routeId } of network.fares) uses.get(classId ?? 0)?.routes.add(routeId)
  return new Map(
    [...uses].map(([classId, { vehicles, routes }]) => [
      classId,
      { vehicleTypeIds: [...vehicles], routeIds: [...routes] },
    ]),
  )
}
