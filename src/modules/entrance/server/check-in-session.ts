/** Where a device stands: at which event, at which gate, and what it may let in there. */
import { findStaffEvent, readGateTypes, staffOf } from '#modules/staff/server/public-api.ts'
import type { StaffEvent } from '#modules/staff/server/public-api.ts'
import type { LocalizedText } from '#kernel/locale.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import type { TicketPorts, TicketSubject } from '#modules/tickets/server/public-api.ts'
import { itemKey } from '#modules/orders/server/public-api.ts'
import { eventSourceName } from './store.ts'
import type { Context } from '#platform/context.ts'
import { createTtlCache } from '#platform/ttl-cache.ts'
import { entranceWindow } from '../outcomes.ts'

export interface CheckInSession {
  readonly event: StaffEvent
  readonly subject: TicketSubject
  readonly gate: { readonly gateId: number; readonly name: LocalizedText } | null
  /** Ticket types that the gate lets in. */
  readonly typeIds: readonly number[]
  readonly opensAt: Date
  readonly closesAt: Date
}

/** Doors change seldom and scans come quickly. */
const cacheMilliseconds = 2_000

export type FindCheckInSession = (
  context: Context,
  where: { readonly eventId: number; readonly gateId?: number | undefined },
) => Promise<Result<CheckInSession, 'NotFound'>>

/** Another organiser's event, and a gate that the caller may not stand at, do not exist. */
export function createCheckInSessions(ports: TicketPorts): FindCheckInSession {
  const cached = createTtlCache<string, Result<CheckInSession, 'NotFound'>>({
    milliseconds: cacheMilliseconds,
    most: 500,
    read: (context, key) => {
      const [, eventId = 0, gateId] = key.split(' ').map(Number)
      return readCheckInSession(context, ports, eventId, gateId === 0 ? undefined : gateId)
    },
  })
  return (context, { eventId, gateId }) =>
    cached(context, `${staffOf(context).staffId} ${eventId} ${gateId ?? 0}`)
}

async function readCheckInSession(
  context: Context,
  ports: TicketPorts,
  eventId: number,
  gateId: number | undefined,
): Promise<Result<CheckInSession, 'NotFound'>> {
  const actor = staffOf(context)
  const event = await findStaffEvent(context, actor, eventId)
  if (!event.ok) return event
  const subject = await findSubject(context, ports, eventId)
  if (!subject) return fail('NotFound')
  const gates = await readGateTypes(context, actor, [event.value])
  const chosen = gates.find(({ gate }) => gate.gateId === gateId)
  if (gateId !== undefined && !chosen) return fail('NotFound')
  const isLimited = gateId === undefined && actor.role === 'scanner' && gates.length > 0
  const letIn =
    chosen?.ticketTypes ?? (isLimited ? gates.flatMap((gate) => gate.ticketTypes) : null)
  return ok({
    event: event.value,
    subject,
    gate: chosen?.gate ?? null,
    typeIds: letIn?.map(({ ticketTypeId }) => ticketTypeId) ?? [...subject.typeNames.keys()],
    ...entranceWindow({ ...event.value, validFrom: subject.validFrom }),
  })
}

async function findSubject(
  context: Context,
  ports: TicketPorts,
  eventId: number,
): Promise<TicketSubject | undefined> {
  const item = { source: eventSourceName, itemId: eventId, legFrom: 0, legTo: 1 }
  const source = ports.sources.find(({ name }) => name === item.source)
  return (await source?.describeTickets(context, [item]))?.get(itemKey(item))
}
