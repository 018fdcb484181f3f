/** Names of shifts in change logs: counter and beginning. */
import { sql } from 'kysely'
import { formatDateTime } from '#kernel/format.ts'
import { uuidsOf, type LogNamer } from '#platform/log-names.ts'

export const counterLogNamers: readonly LogNamer[] = [
  {
    kind: 'shift',
    async readNames({ db, locale }, ids) {
      const { rows } = await sql<{ id: string; counter: string; at: Date }>`
        select id::text as id, counter, opened_at as at from counter_shift
        where id = any(${uuidsOf(ids)}::uuid[])`.execute(db)
      return new Map(
        rows.map(({ id, counter, at }) => [
          id,
          {
            name: `${counter}, ${formatDateTime(locale, at)}`,
            merchantPath: '/merchant/box-office',
          },
        ]),
      )
    },
  },
]
