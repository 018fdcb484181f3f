/** Valid input for the calls of carriers' staff. */
import type { Call } from '#contract/call.ts'
import { makeLine, type MadeLine } from './journeys.ts'
import type { HostileShop } from './shop.ts'

export const isCarrierCall = (call: Call): boolean =>
  /^\/v2\/merchantusers\/(runs|fares|vehicles)/.test(call.path)

/** A line of the organiser with its runs, and the values of calls about them. */
export async function carrierValues(
  shop: HostileShop,
  merchantId: number,
): Promise<Record<string, unknown>> {
  const line = await makeLine(shop.context, { merchantId })
  const [runId] = line.runIds
  return {
    runId,
    runIds: [runId],
    lineId: line.routeId,
    vehicleTypeId: line.vehicleTypeId,
    day: line.date,
    validFrom: line.date,
    ...runWords,
    prices: [{ ...stretchOf(line), classId: line.classId, priceMinor: 1_500 }],
  }
}

const stretchOf = ({ stopIds }: MadeLine) => ({ fromStopId: stopIds[0], toStopId: stopIds[2] })

/** Values besides identifiers. */
export const runWords = {
  isOnSale: false,
  stop: 0,
  minutes: 10,
  prices: [{ fromStopId: 1, toStopId: 2, classId: 1, priceMinor: 1_500 }],
}
