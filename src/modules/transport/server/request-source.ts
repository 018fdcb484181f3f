import { fail, ok } from '#kernel/result.ts'
import type { RequestSource } from '#modules/requests/server/public-api.ts'
import { readRuns } from '#modules/timetable/server/public-api.ts'
import { transportName } from './names.ts'
import { carrierOf } from './offer-source.ts'
import { departureOf, isSkipping, stretchOf } from './stretch.ts'

/** Runs for which customers can request places from the carrier. */
export const transportRequestSource: RequestSource = {
  name: transportName,

  async findRequestable(context, { itemId, legFrom, legTo }) {
    const [run] = await readRuns(context, [itemId])
    const stretch = run && stretchOf(run, legFrom, legTo)
    if (!stretch) return fail('NotFound')
    const hasLeft = departureOf(stretch.from) <= context.clock.now()
    if (hasLeft || run.status === 'cancelled' || isSkipping(stretch)) return fail('EventNotActive')
    return ok({ merchantId: run.agency.merchantId, ticketTypeIds: [] })
  },

  readMerchantOf: async (context, itemId) => (await carrierOf(context, itemId))?.merchantId ?? null,
}
