/** What the table `seed` notes, readable without loading what writes it. */
import pg from 'pg'

/**
 * Parts of the demo, inserted in this order, once each; a database with the first ones gets the missing
 * ones.
 */
export const partNames = [
  'demo',
  'demo-presentation',
  'demo-rules',
  'demo-fields',
  'demo-doors',
  'demo-promotions',
  'demo-passes',
  'demo-timetable',
  'demo-cinemas',
  'demo-settlements',
  'demo-terminals',
] as const
export type PartName = (typeof partNames)[number]

/** Noted when the sales of all organisers are in. */
export const salesPart = 'demo-sales'

/** Names of what a migrated database has already. */
export async function readSeeded(url: string): Promise<ReadonlySet<string>> {
  const client = new pg.Client({ connectionString: url, application_name: 'bileti-seed' })
  // A connection that breaks fails the statement under way, which is enough.
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>('select name from seed')
    return new Set(rows.map(({ name }) => name))
  } finally {
    await client.end()
  }
}
