/** Names of promo codes, groups of codes and options in change logs. */
import { sql } from 'kysely'
import type { LocalizedText } from '#kernel/locale.ts'
import { createLogNamer, numbersOf, type LogNamer } from '#platform/log-names.ts'

const pages = { merchantPath: '/merchant/promotions', operatorPath: '/operator/promotions' }

export const promotionLogNamers: readonly LogNamer[] = [
  createLogNamer({
    kind: 'promo-code',
    ids: numbersOf,
    query: (ids) => sql<{ id: number; name: string }>`
      select id, code as name from promo_code where id = any(${ids}::integer[])`,
    merchants: (ids) => sql<{ merchantId: number | null }>`
      select distinct merchant_id as "merchantId" from promo_code where id = any(${ids}::integer[])`,
    present: ({ name }) => ({ name, ...pages }),
  }),
  createLogNamer({
    kind: 'promo-batch',
    ids: numbersOf,
    query: (ids) => sql<{ id: number; name: string }>`
      select id, name from promo_batch where id = any(${ids}::integer[])`,
    merchants: (ids) => sql<{ merchantId: number | null }>`
      select distinct merchant_id as "merchantId" from promo_code where batch_id = any(${ids}::integer[])`,
    present: ({ name }) => ({ name, ...pages }),
  }),
  createLogNamer({
    kind: 'order-option',
    ids: numbersOf,
    query: (ids) => sql<{ id: number; name: LocalizedText }>`
      select id, name from order_option where id = any(${ids}::integer[])`,
    present: ({ name }, locale) => ({ name: name[locale], ...pages }),
  }),
]
