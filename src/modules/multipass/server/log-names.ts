/** Names of passes in change logs. */
import { sql } from 'kysely'
import type { LocalizedText } from '#kernel/locale.ts'
import { createLogNamer, numbersOf, type LogNamer } from '#platform/log-names.ts'

export const passLogNamers: readonly LogNamer[] = [
  createLogNamer({
    kind: 'pass',
    aliases: ['multipass'],
    ids: numbersOf,
    query: (ids) => sql<{ id: number; name: LocalizedText }>`
      select id, name from multipass_product where id = any(${ids}::integer[])`,
    merchants: (ids) => sql<{ merchantId: number | null }>`
      select distinct merchant_id as "merchantId" from multipass_product where id = any(${ids}::integer[])`,
    present: ({ name }, locale) => ({ name: name[locale], operatorPath: '/operator/passes' }),
  }),
]
