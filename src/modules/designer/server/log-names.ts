/** Names of drawn seat plans in change logs. */
import { sql } from 'kysely'
import type { LocalizedText } from '#kernel/locale.ts'
import { createLogNamer, numbersOf, type LogNamer } from '#platform/log-names.ts'

export const designerLogNamers: readonly LogNamer[] = [
  createLogNamer({
    kind: 'plan',
    ids: numbersOf,
    query: (ids) => sql<{ id: number; name: LocalizedText; venue: LocalizedText }>`
      select p.id, p.name, v.name as venue from seat_plan p
      join venue_summary v on v.venue_id = p.venue_id
      where p.id = any(${ids}::integer[])`,
    merchants: (ids) => sql<{ merchantId: number | null }>`
      select distinct merchant_id as "merchantId" from seat_plan where id = any(${ids}::integer[])`,
    present: ({ id, name, venue }, locale) => ({
      name: `${venue[locale]}, ${name[locale]}`,
      merchantPath: `/merchant/plans/${id}`,
      operatorPath: `/operator/plans/${id}`,
    }),
  }),
]
