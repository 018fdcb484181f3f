/** Addresses of webhooks in change logs. */
import { sql } from 'kysely'
import { numbersOf, type LogNamer } from '#platform/log-names.ts'

export const webhookLogNamers: readonly LogNamer[] = [
  {
    kind: 'webhook',
    async readNames({ db }, ids) {
      const { rows } = await sql<{ id: number; name: string }>`
        select id, url as name from webhook_endpoint where id = any(${numbersOf(ids)}::integer[])`.execute(
        db,
      )
      return new Map(
        rows.map(({ id, name }) => [String(id), { name, merchantPath: '/merchant/webhooks' }]),
      )
    },
  },
]
