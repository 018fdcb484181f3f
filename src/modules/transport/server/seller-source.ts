import type { SellerSource } from '#modules/staff/server/public-api.ts'
import { readNetwork } from '#modules/timetable/server/public-api.ts'
import { transportName } from './names.ts'

/** Tells whether an organiser is a carrier and therefore has the pages for runs, fares and vehicles. */
export const transportSellerSource: SellerSource = {
  name: transportName,
  async isSoldBy(context, merchantId) {
    const { agencies } = await readNetwork(context)
    return [...agencies.values()].some((agency) => agency.merchantId === merchantId)
  },
}
