/** Valid input for the calls of carriers' staff. */
import type { Call } from '#contract/call.ts'
import { makeLine } from './journeys.ts'
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
    day: line.date,
    ...runWords,
  }
}

/** Values besides identifiers. */
export const runWords = { isOnSale: false, stop: 0, minutes: 10 }
