/**
 * Goal: change logs name what they are about, in the caller's language and with its page. Method: every namer of the
 * installation on rows of the demo, on numbers without a row and on texts that are no number.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readLogNames } from '#platform/log-names.ts'
import { openTestContext, type TestContext } from '../../../../tests/support/context.ts'
import { demoDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { logNamers } from '../log-namers.ts'

let database: TestDatabase
let context: TestContext
beforeAll(async () => {
  database = await demoDatabase()
  context = await openTestContext(database.url)
}, 60_000)
afterAll(async () => {
  await context.close()
  await database.drop()
})

/** The first id of a table of the demo. */
async function firstOf(table: string, column = 'id'): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select ${sql.ref(column)}::text as id from ${sql.table(table)} order by 1 limit 1`.execute(
    context.db,
  )
  return rows[0]?.id ?? ''
}

/** Kinds whose tables the demo fills, with their table. */
const filled = {
  event: 'event',
  show: 'show',
  category: 'category',
  merchant: 'merchant',
  layout: 'seat_layout',
  line: 'route',
  run: 'run',
  transport: 'run',
  vehicle: 'vehicle_type',
  carrier: 'agency',
  screening: 'screening',
  cinema: 'screening',
  hall: 'cinema_hall',
  'promo-code': 'promo_code',
  pass: 'multipass_product',
}

/** Kinds that entries name by their slug. */
const slugged = { subcategory: 'subcategory', venue: 'venue' }

test.each([
  ...Object.entries(filled).map(([kind, table]) => [kind, table, 'id'] as const),
  ...Object.entries(slugged).map(([kind, table]) => [kind, table, 'slug'] as const),
])('%s has a name in both languages', async (kind, table, column) => {
  const key = `${kind} ${await firstOf(table, column)}`
  for (const locale of ['ka', 'en'] as const) {
    const names = await readLogNames({ ...context, locale }, logNamers, {
      keys: [key, 'unknown 1', 'orders'],
      office: 'merchant',
    })
    expect(Object.keys(names)).toEqual([key])
    expect(names[key]?.name).toMatch(kind === 'promo-code' ? /./ : letters[locale])
  }
})
const letters = { ka: /[ა-ჰ]/, en: /[A-Za-z]/ }

test('pages are those of the office that asks', async () => {
  const keys = [`event ${await firstOf('event')}`]
  const paths = await Promise.all(
    (['merchant', 'operator'] as const).map(async (office) =>
      Object.values(await readLogNames(context, logNamers, { keys, office })).map(
        ({ path }) => path,
      ),
    ),
  )
  const [event = ''] = keys
  const number = event.slice('event '.length)
  expect(paths).toEqual([[`/merchant/dates/${number}`], [`/operator/events/${number}`]])
})

test('what has no row has no name, and no text reaches a query as a number', async () => {
  const kinds = logNamers.flatMap(({ kind, aliases = [] }) => [kind, ...aliases])
  const odd = [
    '999999999',
    '99999999999999',
    '-1',
    'x',
    "1' or 1=1",
    '',
    '00000000-0000-4000-8000-000000000000',
  ]
  const keys = kinds.flatMap((kind) => odd.map((id) => `${kind} ${id}`))
  expect(await readLogNames(context, logNamers, { keys, office: 'operator' })).toEqual({})
  expect(new Set(kinds).size).toBe(kinds.length)
})
