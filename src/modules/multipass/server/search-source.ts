import { sql } from 'kysely'
import type { SearchSource } from '#modules/search/server/public-api.ts'
import { sourceName } from './rules.ts'
import { readProducts } from './store.ts'

/** Search source of the passes on sale. */
export const multipassSearchSource: SearchSource = {
  name: sourceName,

  async readVersion({ db }) {
    const { rows } = await sql<{ version: string }>`
      select concat(count(*), ' ', max(id), ' ', count(*) filter (where is_active)) as version
      from multipass_product`.execute(db)
    return rows[0]?.version ?? ''
  },

  async listItems(context) {
    const products = await readProducts(context)
    return products.map(({ productId, name, merchantName }) => ({
      id: productId,
      name,
      note: { ka: `აბონემენტი · ${merchantName.ka}`, en: `Pass · ${merchantName.en}` },
      path: '/multipass',
      imageUrl: null,
      popularity: 200,
      overAt: null,
    }))
  },
}
