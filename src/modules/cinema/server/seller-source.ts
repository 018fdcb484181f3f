import { sql } from 'kysely'
import type { SellerSource } from '#modules/staff/server/public-api.ts'
import { sourceName } from './offer-source.ts'

/** Tells whether an organiser has a cinema and therefore the pages for managing it. */
export const cinemaSellerSource: SellerSource = {
  name: sourceName,
  async isSoldBy({ db }, merchantId) {
    const { rows } = await sql`
      select id from cinema where merchant_id = ${merchantId} limit 1`.execute(db)
    return rows.length > 0
  },
}
