/** Sums of payouts in change logs. */
import { sql } from 'kysely'
import { formatMoney } from '#kernel/format.ts'
import { money } from '#kernel/money.ts'
import { createLogNamer, uuidsOf, type LogNamer } from '#platform/log-names.ts'

export const settlementLogNamers: readonly LogNamer[] = [
  createLogNamer({
    kind: 'payout',
    ids: uuidsOf,
    query: (ids) => sql<{ id: string; amountMinor: number }>`
      select id, amount_minor::float8 as "amountMinor" from merchant_payout
      where id = any(${ids}::uuid[])`,
    merchants: (ids) => sql<{ merchantId: number | null }>`
      select distinct merchant_id as "merchantId" from merchant_payout where id = any(${ids}::uuid[])`,
    present: ({ amountMinor }, locale) => ({
      name: formatMoney(locale, money(amountMinor)),
      operatorPath: '/operator/payouts',
    }),
  }),
]
