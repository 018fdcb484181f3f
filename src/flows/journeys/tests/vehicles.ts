/** Other vehicles for a test's line. */
import { sql } from 'kysely'
import { raiseTimetableVersion, reloadNetwork } from '#modules/timetable/server/public-api.ts'
import { placeAttribute } from '#modules/timetable/shapes.ts'
import type { TestContext } from '../../../../tests/support/context.ts'
import type { MadeLine } from '../../../../tests/hostile/journeys.ts'

let numberOfVehicles = 0

/** A vehicle with rows of two; the first `firstClass` seats are of the class `first`, which costs twice as much. */
export async function makeVehicle(
  context: TestContext,
  { agencyId }: Pick<MadeLine, 'agencyId'>,
  options: {
    readonly seats: number
    readonly firstClass?: number
    readonly coaches?: number
    /** Labels begin behind this number. */
    readonly labelsFrom?: number
    /** Places that the carrier keeps back. */
    readonly keptBack?: readonly number[]
  },
): Promise<number> {
  const { seats, firstClass = 0, coaches = 1, labelsFrom = 0, keptBack = [] } = options
  const { db } = context
  const name = (text: string) => JSON.stringify({ ka: text, en: text })
  const number = (numberOfVehicles += 1)
  const classOf = async (code: string, position: number, priceMinor: number) => {
    const { rows } = await sql<{ id: number }>`
      insert into travel_class (agency_id, code, name, position)
      values (${agencyId}, ${code}, ${name(code)}, ${position})
      on conflict (agency_id, code) do update set code = excluded.code returning id`.execute(db)
    const id = rows[0]?.id ?? 0
    await sql`
      insert into fare (agency_id, class_id, price_minor)
      select ${agencyId}, ${id}, ${priceMinor} where not exists
        (select from fare where agency_id = ${agencyId} and class_id = ${id})`.execute(db)
    return id
  }
  const [first, standard] = [await classOf('first', 0, 4_000), await classOf('standard', 1, 2_000)]
  const perCoach = Math.ceil(seats / coaches)
  const plan = {
    coaches: Array.from({ length: coaches }, (_, index) => ({
      number: index + 1,
      name: { ka: `ვაგონი ${index + 1}`, en: `Coach ${index + 1}` },
      deck: 0,
      width: 2,
      height: perCoach,
      marks: [],
    })),
  }
  const { rows } = await sql<{ id: number }>`
    insert into vehicle_type (agency_id, code, name, digest, plan, place_count)
    values (${agencyId}, ${`other-${number}`}, ${name(`Vehicle ${number}`)}, ${`other-${number}`},
      ${JSON.stringify(plan)}, ${seats}) returning id`.execute(db)
  const id = rows[0]?.id ?? 0
  await sql`
    insert into vehicle_place (vehicle_type_id, place_id, coach, label, class_id, x, y, facing, attributes)
    select ${id}, n, (n - 1) / ${perCoach}::int + 1, (n + ${labelsFrom}::int)::text,
      case when n <= ${firstClass} then ${first}::int else ${standard}::int end,
      (n - 1) % 2, ((n - 1) % ${perCoach}::int) / 2, 1,
      case when n = any(${[...keptBack]}::int[]) then ${placeAttribute.keptBack}::int else 0 end
    from generate_series(1, ${seats}::int) as n`.execute(db)
  await raiseTimetableVersion(context)
  await reloadNetwork(context)
  return id
}
