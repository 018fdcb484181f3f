/** What an organiser's staff may access: the only place that decides it for all their calls. */
import { sql } from 'kysely'
import type { LocalizedText } from '#kernel/locale.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import type { Context, StaffActor } from '#platform/context.ts'

/** The source whose items the specified staff calls refer to. */
export const eventSourceName = 'event'

/** An event for check-in. */
export interface StaffEvent {
  readonly eventId: number
  readonly showId: number
  readonly venueId: number
  readonly name: LocalizedText
  readonly venueName: LocalizedText
  readonly cityName: LocalizedText
  readonly timeZone: string
  readonly startsAt: Date
  readonly doorsAt: Date | null
  readonly endsAt: Date | null
  readonly imageUrl: string | null
}

export interface Gate {
  readonly gateId: number
  readonly name: LocalizedText
  readonly venueId: number
  readonly venueName: LocalizedText
}

/** Events of the caller's organiser that they may see, soonest first; optionally of one show, or one event. */
export async function readStaffEvents(
  context: Context,
  actor: StaffActor,
  only: { readonly eventId?: number; readonly showId?: number } = {},
): Promise<StaffEvent[]> {
  const { rows } = await sql<StaffEvent>`
    select event_id as "eventId", show_id as "showId", venue_id as "venueId", name,
      venue_name as "venueName", city_name as "cityName", time_zone as "timeZone",
      starts_at as "startsAt", doors_at as "doorsAt", ends_at as "endsAt",
      (select path from show_thumbnail where show_thumbnail.show_id = event.show_id) as "imageUrl"
    from event_summary event
    where merchant_id = ${actor.merchantId}
      and (${only.eventId ?? null}::integer is null or event_id = ${only.eventId ?? null})
      and (${only.showId ?? null}::integer is null or show_id = ${only.showId ?? null})
      and (${actor.role} <> 'scanner'
        or not exists (select from staff_assignment where staff_id = ${actor.staffId})
        or exists (select from staff_assignment
          where staff_id = ${actor.staffId} and source = ${eventSourceName}
            and ((kind = 'group' and number = event.show_id) or (kind = 'item' and number = event.event_id))))
    order by starts_at, event_id`.execute(context.db)
  return rows
}

/** All events of an organiser, for operators. */
export async function readMerchantEvents(
  context: Context,
  merchantId: number,
): Promise<StaffEvent[]> {
  // An owner without assignments sees all of them.
  const nobody = '00000000-0000-0000-0000-000000000000'
  const owner = { kind: 'staff', staffSessionId: nobody, staffId: nobody, role: 'owner' } as const
  return readStaffEvents(context, { ...owner, merchantId })
}

/** One event; `NotFound` for another organiser's, and for events outside a scanner's assignments. */
export async function findStaffEvent(
  context: Context,
  actor: StaffActor,
  eventId: number,
): Promise<Result<StaffEvent, 'NotFound'>> {
  const [event] = await readStaffEvents(context, actor, { eventId })
  return event ? ok(event) : fail('NotFound')
}

/** Gates of these venues where the caller may work; without a caller, all of them. */
export async function readGates(
  context: Context,
  actor: StaffActor | null,
  venueIds: readonly number[],
): Promise<Gate[]> {
  const { rows } = await sql<Gate>`
    select gate.id as "gateId", gate.name, gate.venue_id as "venueId", venue.name as "venueName"
    from gate join venue_summary venue on venue.venue_id = gate.venue_id
    where gate.venue_id = any(${[...venueIds]}::integer[])
      and (${actor?.role ?? 'owner'} <> 'scanner'
        or not exists (select from staff_gate where staff_id = ${actor?.staffId ?? null}::uuid and source = ${eventSourceName})
        or exists (select from staff_gate
          where staff_id = ${actor?.staffId ?? null}::uuid and source = ${eventSourceName} and gate_id = gate.id))
    order by gate.venue_id, gate.position, gate.id`.execute(context.db)
  return rows
}

/** Ticket types that each gate of an event admits. */
export interface GateTypes {
  readonly eventId: number
  readonly gate: Gate
  readonly ticketTypes: readonly { readonly ticketTypeId: number; readonly name: LocalizedText }[]
}

interface TypeRow {
  readonly eventId: number
  readonly ticketTypeId: number
  readonly name: LocalizedText
  readonly gateIds: readonly number[]
}

/** Ticket types by gate. A gate without a row for the event admits all of its types. */
export async function readGateTypes(
  context: Context,
  actor: StaffActor | null,
  events: readonly Pick<StaffEvent, 'eventId' | 'venueId'>[],
): Promise<GateTypes[]> {
  const gates = await readGates(
    context,
    actor,
    events.map(({ venueId }) => venueId),
  )
  const { rows } = await sql<TypeRow>`
    select event_id as "eventId", ticket_type_id as "ticketTypeId", name,
      coalesce((select jsonb_agg(gate_id) from gate_ticket_type named
        where named.event_id = type.event_id and named.ticket_type_id = type.ticket_type_id), '[]') as "gateIds"
    from ticket_type_summary type
    where event_id = any(${events.map(({ eventId }) => eventId)}::integer[])
    order by position, ticket_type_id`.execute(context.db)
  return events.flatMap(({ eventId, venueId }) => {
    const types = rows.filter((row) => row.eventId === eventId)
    return gates
      .filter((gate) => gate.venueId === venueId)
      .map((gate) => {
        const named = types.filter(({ gateIds }) => gateIds.includes(gate.gateId))
        const admittedTypes = named.length > 0 ? named : types
        return {
          eventId,
          gate,
          ticketTypes: admittedTypes.map(({ ticketTypeId, name }) => ({ ticketTypeId, name })),
        }
      })
  })
}
