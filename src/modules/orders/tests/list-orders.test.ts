/**
 * Goal: pages of the operator's list contain every order once and in order, and are read from an index. Method: random
 * orders, many of them at the same moment and with the same sum, compared page by page with a sort of all of them.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderStatus } from '#contract/enumerations.ts'
import { openTestContext, type TestContext } from '../../../../tests/support/context.ts'
import { testDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { listOrders, type ListedOrder, type ListedState } from '../server/list-orders.ts'

const count = 2_000
let database: TestDatabase
let context: TestContext

interface Row {
  readonly id: number
  readonly orderNumber: string
  readonly status: number
  readonly sum: number
  readonly at: Date
  readonly isPaid: boolean
}
let all: Row[]

beforeAll(async () => {
  database = await testDatabase()
  context = await openTestContext(database.url)
  const statuses = Object.values(orderStatus)
  await sql`
    insert into orders (order_key, order_number, status, channel, locale, total_minor, deadline_at, created_at, updated_at,
      processed_at)
    select gen_random_uuid(), 'N' || n, (${statuses}::smallint[])[1 + n * 7 % ${statuses.length}], 'web', 'ka', n * 37 % 50 * 100,
      at, at, at, case when (${statuses}::smallint[])[1 + n * 7 % ${statuses.length}] in (1, 11, 12) then at end
    from (select n, timestamptz '2026-11-01T00:00:00.000123Z' + n * 31 % 400 * interval '1 hour' as at
      from generate_series(1, ${count}::int) as n) as made`.execute(context.db)
  await sql`analyze orders`.execute(context.db)
  const { rows } = await sql<Row>`
    select id::float8 as id, order_number as "orderNumber", status, total_minor as sum, created_at as at,
      processed_at is not null as "isPaid" from orders`.execute(context.db)
  all = rows
})
afterAll(async () => {
  await context.close()
  await database.drop()
})

const statusesOf: Record<ListedState, readonly string[]> = {
  all: Object.keys(orderStatus),
  paid: ['Processed', 'Transferred', 'WaitingForTicket'],
  open: ['Draft', 'Checkout'],
  paying: ['PaymentPending'],
  failed: ['Failed'],
  ended: ['Canceled', 'Timeout'],
}

function expected(state: ListedState, sort: ListedOrder, from: Date | null, until: Date | null) {
  const statuses = new Set<number>(
    Object.entries(orderStatus).flatMap(([name, value]) =>
      statusesOf[state].includes(name) ? [value] : [],
    ),
  )
  const isBySum = sort === 'dearest' || sort === 'cheapest'
  const sign = sort === 'newest' || sort === 'dearest' ? -1 : 1
  const keyOf = ({ sum, at }: Row) => (isBySum ? sum : at.getTime())
  return all
    .filter(
      ({ status, at, isPaid }) =>
        statuses.has(status) &&
        (!isBySum || isPaid) &&
        (!from || at >= from) &&
        (!until || at < until),
    )
    .toSorted((one, other) => sign * (keyOf(one) - keyOf(other) || one.id - other.id))
    .map(({ orderNumber }) => orderNumber)
}

const sorts = ['newest', 'oldest', 'dearest', 'cheapest'] as const
const spans = [
  { from: null, until: null },
  { from: new Date('2026-11-05T00:00:00Z'), until: new Date('2026-11-09T00:00:00Z') },
]

test.each(Object.keys(statusesOf) as ListedState[])(
  'pages of %s orders contain each once, in order',
  async (state) => {
    for (const sort of sorts)
      for (const span of spans) {
        const found: string[] = []
        for (let after: string | undefined; ; after = found.at(-1)) {
          const page = await listOrders(context, { state, sort, span, after, most: 97 })
          const numbers = page.ok ? page.value.map(({ orderNumber }) => orderNumber) : []
          found.push(...numbers)
          if (numbers.length < 97) break
        }
        expect(found, `${sort} ${span.from}`).toEqual(expected(state, sort, span.from, span.until))
      }
  },
)

test('a page behind an order outside the days contains orders of these days only', async () => {
  const [, span = { from: null, until: null }] = spans
  for (const sort of ['newest', 'oldest'] as const) {
    const ends = expected('all', sort, null, null)
    const within = expected('all', sort, span.from, span.until)
    const after = ends[0]
    const page = await listOrders(context, { state: 'all', sort, span, after, most: 20 })
    expect(page.ok && page.value.map(({ orderNumber }) => orderNumber)).toEqual(within.slice(0, 20))
  }
})

test('a page behind an order that does not exist is refused', async () => {
  const span = { from: null, until: null }
  const query = { state: 'all', sort: 'newest', span, after: 'NOSUCH', most: 5 } as const
  expect(await listOrders(context, query)).toEqual({ ok: false, code: 'NotFound' })
})
