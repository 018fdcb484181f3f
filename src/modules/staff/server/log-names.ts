/** Names of staff, invitations and API keys in change logs. */
import { sql } from 'kysely'
import { uuidsOf, type LogNamer } from '#platform/log-names.ts'

export const staffLogNamers: readonly LogNamer[] = [
  {
    kind: 'staff',
    async readNames({ db }, ids) {
      const { rows } = await sql<{ id: string; name: string }>`
        select id, full_name as name from staff where id = any(${uuidsOf(ids)}::uuid[])`.execute(db)
      return new Map(rows.map(({ id, name }) => [id, { name, merchantPath: '/merchant/team' }]))
    },
  },
  {
    kind: 'invitation',
    async readNames({ db }, ids) {
      const { rows } = await sql<{ id: string; name: string }>`
        select id, email as name from staff_invitation where id = any(${uuidsOf(ids)}::uuid[])`.execute(
        db,
      )
      return new Map(rows.map(({ id, name }) => [id, { name, merchantPath: '/merchant/team' }]))
    },
  },
  {
    kind: 'api-key',
    async readNames({ db }, ids) {
      const { rows } = await sql<{ id: string; name: string }>`
        select id, name from staff_api_key where id = any(${uuidsOf(ids)}::uuid[])`.execute(db)
      return new Map(rows.map(({ id, name }) => [id, { name, merchantPath: '/merchant/api-keys' }]))
    },
  },
]
