/** Addresses of webhooks in change logs. */
import { sql } from 'kysely'
import { createLogNamer, numbersOf, type LogNamer } from '#platform/log-names.ts'

export const webhookLogNamers: readonly LogNamer[] = [
  createLogNamer({
    kind: 'webhook',
    ids: numbersOf,
    query: (ids) => sql<{ id: number; name: string }>`
      select id, url as name from webhook_endpoint where id = any(${ids}::integer[])`,
    present: ({ name }) => ({ name, merchantPath: '/merchant/webhooks' }),
  }),
]
