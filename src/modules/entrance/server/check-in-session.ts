/** The check-in session of a device: its item, stop and gate, and what it may admit there. */
import { readStaffLimits, staffOf, type StaffLimits } from '#modules/staff/server/public-api.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import { createTtlCache } from '#platform/ttl-cache.ts'
import { entranceWindow } from '../outcomes.ts'
import type { EntranceGate, EntranceItem } from './entrance-source.ts'
import type { EntrancePorts } from './ports.ts'
import type { DoorItem } from './store.ts'

export interface CheckInSession extends DoorItem {
  readonly item: EntranceItem
  /** The stop of the device; null: any, or an item without stops. */
  readonly stop: number | null
  readonly gate: EntranceGate | null
  /** Admitted ticket types; null for all. */
  readonly typeIds: readonly number[] | null
  readonly opensAt: Date
  readonly closesAt: Date
}

/** The station that a device reports. */
export interface Station extends DoorItem {
  readonly stop?: number | undefined
  readonly gateId?: number | undefined
}

/** Cached, because gates change rarely and scans are frequent. */
const cacheMilliseconds = 2_000

export type FindCheckInSession = (
  context: Context,
  where: Station,
) => Promise<Result<CheckInSession, 'NotFound'>>

/** Another organiser's item, an unknown stop and a gate not assigned to the caller are reported as not found. */
export function createCheckInSessions(ports: EntrancePorts): FindCheckInSession {
  const cached = createTtlCache<string, Result<CheckInSession, 'NotFound'>>({
    milliseconds: cacheMilliseconds,
    most: 500,
    read: (context, key) => {
      const [, source, itemId, stop, gateId] = JSON.parse(key) as SessionKey
      return readCheckInSession(context, ports, {
        source,
        itemId,
        stop: stop ?? undefined,
        gateId: gateId ?? undefined,
      })
    },
  })
  return (context, { source, itemId, stop, gateId }) => {
    const { staffId } = staffOf(context)
    const key: SessionKey = [staffId, source, itemId, stop ?? null, gateId ?? null]
    return cached(context, JSON.stringify(key))
  }
}

type SessionKey = [string, string, number, number | null, number | null]

async function readCheckInSession(
  context: Context,
  ports: EntrancePorts,
  { source, itemId, stop, gateId }: Station,
): Promise<Result<CheckInSession, 'NotFound'>> {
  const limits = await readStaffLimits(context, staffOf(context))
  const item = await findDoorItem(context, ports, { source, itemId }, limits)
  if (!item) return fail('NotFound')
  const gates = item.gates.filter((gate) => limits.worksAtGate({ source, gateId: gate.gateId }))
  const gate = gates.find((each) => each.gateId === gateId) ?? null
  if (gateId !== undefined && !gate) return fail('NotFound')
  const place = stop ?? gate?.stop ?? null
  if (place !== null && !item.stops[place]) return fail('NotFound')
  if (gate && gate.stop !== null && gate.stop !== place) return fail('NotFound')
  return ok({
    source,
    itemId,
    item,
    stop: place,
    gate,
    typeIds: gate ? gate.ticketTypeIds : typesOf(context, gates),
    ...checkInWindow(item, place),
  })
}

/** A scanner without a gate admits the types of all gates where the person may work. */
function typesOf(context: Context, gates: readonly EntranceGate[]): readonly number[] | null {
  if (staffOf(context).role !== 'scanner' || gates.length === 0) return null
  const named = gates.map(({ ticketTypeIds }) => ticketTypeIds)
  return named.includes(null) ? null : named.flatMap((typeIds) => typeIds ?? [])
}

/** The item that a member of staff may scan the tickets of. */
export async function findDoorItem(
  context: Context,
  ports: EntrancePorts,
  { source, itemId }: DoorItem,
  limits: StaffLimits,
): Promise<EntranceItem | null> {
  const vertical = ports.sources.find(({ name }) => name === source)
  const item = (await vertical?.findItem(context, itemId)) ?? null
  return item && limits.worksAt({ source, ...item }) ? item : null
}

/** From when until when tickets are scanned: of a journey around the departure from the stop until it ends. */
export function checkInWindow(
  item: EntranceItem,
  stop: number | null,
): { readonly opensAt: Date; readonly closesAt: Date } {
  const there = stop === null ? undefined : item.stops[stop]
  const startsAt = there?.departsAt ?? there?.arrivesAt
  return entranceWindow(startsAt ? { ...item, startsAt, doorsAt: null } : item)
}
