/** Names of passes in change logs. */
import { sql } from 'kysely'
import type { LocalizedText } from '#kernel/locale.ts'
import { numbersOf, type LogNamer } from '#platform/log-names.ts'

export const passLogNamers: readonly LogNamer[] = [
  {
    kind: 'pass',
    aliases: ['multipass'],
    async readNames({ db, locale }, ids) {
      const { rows } = await sql<{ id: number; name: LocalizedText }>`
        select id, name from multipass_product where id = any(${numbersOf(ids)}::integer[])`.execute(
        db,
      )
      return new Map(
        rows.map(({ id, name }) => [
          String(id),
          { name: name[locale], operatorPath: '/operator/passes' },
        ]),
      )
    },
  },
]
