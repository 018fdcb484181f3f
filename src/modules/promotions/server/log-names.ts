/** Names of promo codes, groups of codes and options in change logs. */
import { sql } from 'kysely'
import type { LocalizedText } from '#kernel/locale.ts'
import { numbersOf, type LogNamer } from '#platform/log-names.ts'

const pages = { merchantPath: '/merchant/promotions', operatorPath: '/operator/promotions' }

export const promotionLogNamers: readonly LogNamer[] = [
  {
    kind: 'promo-code',
    async readNames({ db }, ids) {
      const { rows } = await sql<{ id: number; name: string }>`
        select id, code as name from promo_code where id = any(${numbersOf(ids)}::integer[])`.execute(
        db,
      )
      return new Map(rows.map(({ id, name }) => [String(id), { name, ...pages }]))
    },
  },
  {
    kind: 'promo-batch',
    async readNames({ db }, ids) {
      const { rows } = await sql<{ id: number; name: string }>`
        select id, name from promo_batch where id = any(${numbersOf(ids)}::integer[])`.execute(db)
      return new Map(rows.map(({ id, name }) => [String(id), { name, ...pages }]))
    },
  },
  {
    kind: 'order-option',
    async readNames({ db, locale }, ids) {
      const { rows } = await sql<{ id: number; name: LocalizedText }>`
        select id, name from order_option where id = any(${numbersOf(ids)}::integer[])`.execute(db)
      return new Map(rows.map(({ id, name }) => [String(id), { name: name[locale], ...pages }]))
    },
  },
]
