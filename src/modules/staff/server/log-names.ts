/** Names of staff, invitations and API keys in change logs. */
import { sql } from 'kysely'
import { createLogNamer, uuidsOf, type LogNamer } from '#platform/log-names.ts'

interface Named {
  readonly id: string
  readonly name: string
}

export const staffLogNamers: readonly LogNamer[] = [
  createLogNamer({
    kind: 'staff',
    ids: uuidsOf,
    query: (ids) =>
      sql<Named>`select id, full_name as name from staff where id = any(${ids}::uuid[])`,
    present: ({ name }) => ({ name, merchantPath: '/merchant/team' }),
  }),
  createLogNamer({
    kind: 'invitation',
    ids: uuidsOf,
    query: (ids) => sql<Named>`
      select id, email as name from staff_invitation where id = any(${ids}::uuid[])`,
    present: ({ name }) => ({ name, merchantPath: '/merchant/team' }),
  }),
  createLogNamer({
    kind: 'api-key',
    ids: uuidsOf,
    query: (ids) => sql<Named>`select id, name from staff_api_key where id = any(${ids}::uuid[])`,
    present: ({ name }) => ({ name, merchantPath: '/merchant/api-keys' }),
  }),
]
