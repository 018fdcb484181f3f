/** Compares the inventory of a run with the lines of its orders. */
import { sql } from 'kysely'
import { readRuns } from '#modules/timetable/server/public-api.ts'
import type { Context } from '#platform/context.ts'

/**
 * What disagrees: taken places without their line, valid tickets without their sold place on every leg, seat numbers that
 * are not those of the vehicle, tickets and lines with different places.
 */
export async function placesThatDisagree(context: Context, runId: number): Promise<unknown[]> {
  const [run] = await readRuns(context, [runId])
  if (!run || run.offeringId === null) return []
  const { rows } = await sql`
    select 'a taken place without a line' as what, p.place_id, p.leg from place_leg p
      where p.offering_id = ${run.offeringId} and p.state in (1, 2) and not exists (
        select from order_line l where l.offering_id = p.offering_id and l.place_id = p.place_id
          and l.hold_id = p.hold_id and p.leg >= l.leg_from and p.leg < l.leg_to)
    union all
    select 'a ticket without its place', t.place_id, leg from ticket t
      join order_line l on l.id = t.order_line_id, generate_series(t.leg_from, t.leg_to - 1) as leg
      where t.offering_id = ${run.offeringId} and t.status = 1 and t.place_id is not null and not exists (
        select from place_leg p where p.offering_id = t.offering_id and p.place_id = t.place_id and p.leg = leg.leg
          and p.state = 2 and p.hold_id = l.hold_id)
    union all
    select 'a ticket of another place than its line', t.place_id, l.place_id from ticket t
      join order_line l on l.id = t.order_line_id
      where t.offering_id = ${run.offeringId} and t.status = 1
        and (t.place_id is distinct from l.place_id or t.seat_label is distinct from l.detail ->> 'seat')
    union all
    select 'a seat under another name', t.place_id, null from ticket t
      left join vehicle_place v on v.vehicle_type_id = ${run.vehicle.vehicleTypeId} and v.place_id = t.place_id
      where t.offering_id = ${run.offeringId} and t.status = 1 and t.place_id is not null
        and t.seat_label is distinct from v.label
    union all
    select 'a held line under another name', l.place_id, null from order_line l
      join place_leg p on p.offering_id = l.offering_id and p.place_id = l.place_id and p.hold_id = l.hold_id
        and p.leg = l.leg_from
      left join vehicle_place v on v.vehicle_type_id = ${run.vehicle.vehicleTypeId} and v.place_id = l.place_id
      where l.offering_id = ${run.offeringId} and p.state = 1 and l.detail ->> 'seat' is distinct from v.label`.execute(
    context.db,
  )
  return rows
}
