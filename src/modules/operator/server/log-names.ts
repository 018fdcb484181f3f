/** Files of imports in change logs. */
import { sql } from 'kysely'
import { createLogNamer, uuidsOf, type LogNamer } from '#platform/log-names.ts'

export const importLogNamers: readonly LogNamer[] = [
  createLogNamer({
    kind: 'import',
    ids: uuidsOf,
    query: (ids) => sql<{ id: string; name: string }>`
      select id, name from import_run where id = any(${ids}::uuid[])`,
    present: ({ id, name }) => ({ name, operatorPath: `/operator/import/${id}` }),
  }),
]
