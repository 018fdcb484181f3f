/** Requests for places that are sold out. */
import { fail, ok } from '#kernel/result.ts'
import type { RequestSource } from '#modules/requests/server/public-api.ts'
import { ferryName } from './offer-source.ts'
import { readSailings } from './tables.ts'

export const ferryRequestSource: RequestSource = {
  name: ferryName,

  async findRequestable(context, { itemId, legFrom, legTo }) {
    const [sailing] = await readSailings(context, [itemId])
    const from = sailing?.piers[legFrom]
    if (!sailing || !from || !sailing.piers[legTo] || legFrom >= legTo) return fail('NotFound')
    if (from.departsAt <= context.clock.now()) return fail('EventNotActive')
    return ok({ merchantId: sailing.merchantId, ticketTypeIds: [] })
  },

  readMerchantOf: async (context, itemId) =>
    (await readSailings(context, [itemId]))[0]?.merchantId ?? null,
}
