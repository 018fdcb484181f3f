/** Names of shifts in change logs: counter and beginning. */
import { sql } from 'kysely'
import { formatDateTime } from '#kernel/format.ts'
import { createLogNamer, uuidsOf, type LogNamer } from '#platform/log-names.ts'

export const counterLogNamers: readonly LogNamer[] = [
  createLogNamer({
    kind: 'shift',
    ids: uuidsOf,
    query: (ids) => sql<{ id: string; counter: string; at: Date }>`
      select id::text as id, counter, opened_at as at from counter_shift
      where id = any(${ids}::uuid[])`,
    present: ({ counter, at }, locale) => ({
      name: `${counter}, ${formatDateTime(locale, at)}`,
      merchantPath: '/merchant/box-office',
    }),
  }),
]
