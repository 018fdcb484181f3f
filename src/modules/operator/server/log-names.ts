/** Files of imports in change logs. */
import { sql } from 'kysely'
import { uuidsOf, type LogNamer } from '#platform/log-names.ts'

export const importLogNamers: readonly LogNamer[] = [
  {
    kind: 'import',
    async readNames({ db }, ids) {
      const { rows } = await sql<{ id: string; name: string }>`
        select id, name from import_run where id = any(${uuidsOf(ids)}::uuid[])`.execute(db)
      return new Map(
        rows.map(({ id, name }) => [id, { name, operatorPath: `/operator/import/${id}` }]),
      )
    },
  },
]
