import { fail, ok } from '#kernel/result.ts'
import { isOpenTo, readEventForSale } from '#modules/catalogue/server/public-api.ts'
import type { RequestSource } from '#modules/requests/server/public-api.ts'
import { sourceName } from './quote.ts'

/** Dates of shows as subjects of ticket requests. */
export const eventRequestSource: RequestSource = {
  name: sourceName,

  async findRequestable(context, { itemId, legFrom, legTo }, { accessCode }) {
    const event = await readEventForSale(context, itemId)
    // An event has one leg.
    if (!event || legFrom !== 0 || legTo !== 1 || !isOpenTo(event, accessCode))
      return fail('NotFound')
    if (!event.isActive || event.startsAt <= context.clock.now()) return fail('EventNotActive')
    const { merchantId, ticketTypes } = event
    return ok({ merchantId, ticketTypeIds: ticketTypes.map(({ ticketTypeId }) => ticketTypeId) })
  },

  readMerchantOf: async (context, itemId) =>
    (await readEventForSale(context, itemId))?.merchantId ?? null,
}
