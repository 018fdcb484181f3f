/** Valid input for the calls of carriers' staff. */
import { sql } from 'kysely'
import type { Call } from '#contract/call.ts'
import { makeLine, type MadeLine } from './journeys.ts'
import type { HostileShop } from './shop.ts'
import { dateAfter } from '../support/dates.ts'

export const isCarrierCall = (call: Call): boolean =>
  /^\/v2\/merchantusers\/(runs|fares|vehicles|terms|classes)/.test(call.path)

/** A line of the organiser with its runs, and the values of calls about them. */
export async function carrierValues(
  shop: HostileShop,
  merchantId: number,
): Promise<Record<string, unknown>> {
  const line = await makeLine(shop.context, { merchantId })
  const [runId] = line.runIds
  const { rows } = await sql<{ tripId: number; classCode: string }>`
    select run.trip_id as "tripId", travel_class.code as "classCode" from run, travel_class
    where run.id = ${runId} and travel_class.id = ${line.classId}`.execute(shop.context.db)
  const { tripId, classCode } = rows[0] ?? {}
  return {
    agencyId: line.agencyId,
    tripIds: [tripId],
    runId,
    runIds: [runId],
    lineId: line.routeId,
    vehicleTypeId: line.vehicleTypeId,
    day: line.date,
    validFrom: line.date,
    ...runWords,
    from: line.date,
    coaches: [coachOf(classCode)],
    classes: [{ classId: line.classId }],
    prices: [{ ...stretchOf(line), classId: line.classId, priceMinor: 1_500 }],
  }
}

const stretchOf = ({ stopIds }: MadeLine) => ({ fromStopId: stopIds[0], toStopId: stopIds[2] })

/** A coach with one seat. */
const coachOf = (classCode = 'second') => ({
  number: 1,
  name: { ka: 'ვაგონი', en: 'Coach' },
  deck: 0,
  width: 4,
  height: 4,
  marks: [],
  seats: [{ label: '1', classCode, x: 1, y: 1, facing: 1, attributes: [] }],
})

/** Values besides identifiers. */
export const runWords = {
  isOnSale: false,
  stop: 0,
  minutes: 10,
  platform: '2',
  from: dateAfter(new Date(), 1_614),
  code: 'another-bus',
  name: { ka: 'სხვა ავტობუსი', en: 'Another bus' },
  coaches: [coachOf()],
  classes: [{ classId: 1 }],
  prices: [{ fromStopId: 1, toStopId: 2, classId: 1, priceMinor: 1_500 }],
}
