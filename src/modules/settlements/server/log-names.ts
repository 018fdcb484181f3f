/** Sums of payouts in change logs. */
import { sql } from 'kysely'
import { formatMoney } from '#kernel/format.ts'
import { money } from '#kernel/money.ts'
import { uuidsOf, type LogNamer } from '#platform/log-names.ts'

export const settlementLogNamers: readonly LogNamer[] = [
  {
    kind: 'payout',
    async readNames({ db, locale }, ids) {
      const { rows } = await sql<{ id: string; amountMinor: number }>`
        select id, amount_minor::float8 as "amountMinor" from merchant_payout
        where id = any(${uuidsOf(ids)}::uuid[])`.execute(db)
      return new Map(
        rows.map(({ id, amountMinor }) => [
          id,
          { name: formatMoney(locale, money(amountMinor)), operatorPath: '/operator/payouts' },
        ]),
      )
    },
  },
]
