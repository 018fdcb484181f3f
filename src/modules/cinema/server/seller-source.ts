import { sql } from 'kysely'
import type { SellerSource } from '#modules/staff/server/public-api.ts'
import { sourceName } from './offer-source.ts'

/** Organisers with a cinema run it on pages of its own. */
export const cinemaSellerSource: SellerSource = {
  name: sourceName,
  async isSoldBy({ db }, merchantId) {
    const { rows } = await sql`
      select id from cinema where merchant_id = ${merchantId} limit 1`.execute(db)
    return rows.length > 0
  },
}
