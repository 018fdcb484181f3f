import { fail, ok } from '#kernel/result.ts'
import type { RequestSource } from '#modules/requests/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { sourceName } from './offer-source.ts'
import { readProgramme, readScreenings } from './programme.ts'

/** The source of ticket requests for screenings. */
export const cinemaRequestSource: RequestSource = {
  name: sourceName,

  async findRequestable(context, { itemId, legFrom, legTo }) {
    const found = await find(context, itemId)
    // A screening has one leg.
    if (!found || legFrom !== 0 || legTo !== 1) return fail('NotFound')
    const { screening, merchantId } = found
    const hasBegun = screening.startsAt <= context.clock.now()
    if (hasBegun || screening.cancelledAt !== null) return fail('EventNotActive')
    return ok({ merchantId, ticketTypeIds: [] })
  },

  readMerchantOf: async (context, itemId) => (await find(context, itemId))?.merchantId ?? null,
}

async function find(context: Context, screeningId: number) {
  const [screening] = await readScreenings(context, [screeningId])
  const { cinemas } = await readProgramme(context)
  const merchantId = screening && cinemas.get(screening.cinemaId)?.merchantId
  return screening && merchantId !== undefined ? { screening, merchantId } : null
}
