/**
 * Goal: pages of the operator's list contain every order once and in order, and are read from an index. Method: random
 * orders, many of them at the same moment and with the same sum, so that equal ones are on both sides of an end of a
 * page, compared page by page with a sort of all of them; orders that change between two pages.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderStatus, type OrderStatus } from '#contract/enumerations.ts'
import type { Span } from '#kernel/day-span.ts'
import { openTestContext, type TestContext } from '../../../../tests/support/context.ts'
import { testDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { orderSorts, sortValueOf, statusesInCourse, type OrderSort } from '../list-shapes.ts'
import { listOrders, type ListedState } from '../server/list-orders.ts'
import type { FoundOrder } from '../server/look-up.ts'

const count = 2_000
let database: TestDatabase
let context: TestContext

interface Row {
  readonly id: number
  readonly orderNumber: string
  readonly status: OrderStatus
  readonly sum: number
  readonly at: Date
  readonly name: string
}
let all: Row[]
/** Also without a name, and of the same people in other letters. */
const names = ['Zaza', 'ana', '', 'ნინო', 'Beka', 'Ana', 'ბეგი']

beforeAll(async () => {
  database = await testDatabase()
  context = await openTestContext(database.url)
  const statuses = Object.values(orderStatus)
  await sql`
    insert into orders (order_key, order_number, status, channel, locale, total_minor, deadline_at, created_at, updated_at,
      processed_at, buyer_name)
    select gen_random_uuid(), 'N' || n, (${statuses}::smallint[])[1 + n * 7 % ${statuses.length}], 'web', 'ka', n * 37 % 50 * 100,
      at, at, at, case when (${statuses}::smallint[])[1 + n * 7 % ${statuses.length}] in (1, 11, 12) then at end,
      (${names}::text[])[1 + n * 3 % ${names.length}]
    from (select n, timestamptz '2026-11-01T00:00:00.000123Z' + n * 31 % 400 * interval '1 hour' as at
      from generate_series(1, ${count}::int) as n) as made`.execute(context.db)
  await sql`analyze orders`.execute(context.db)
  const { rows } = await sql<Row>`
    select id::float8 as id, order_number as "orderNumber", status, total_minor as sum, created_at as at,
      lower(buyer_name) as name from orders`.execute(context.db)
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
  notForSale: ['NotForSale'],
  thirdParty: ['ThirdParty'],
  imported: ['Imported'],
  preprint: ['Preprint'],
}

function expected(state: ListedState, sort: OrderSort, { from, until }: Span) {
  const statuses = new Set<number>(
    Object.entries(orderStatus).flatMap(([name, value]) =>
      statusesOf[state].includes(name) ? [value] : [],
    ),
  )
  const byTime = (one: Row, other: Row) =>
    one.at.getTime() - other.at.getTime() || one.id - other.id
  const bySum = (one: Row, other: Row) => one.sum - other.sum || one.id - other.id
  const byStatus = (one: Row, other: Row) =>
    statusesInCourse.indexOf(one.status) - statusesInCourse.indexOf(other.status)
  const isNameless = ({ name }: Row) => Number(name === '')
  const byName = (one: Row, other: Row) =>
    Number(one.name > other.name) - Number(one.name < other.name) || one.id - other.id
  const compare: Record<OrderSort, (one: Row, other: Row) => number> = {
    newest: (one, other) => byTime(other, one),
    oldest: byTime,
    dearest: (one, other) => bySum(other, one),
    cheapest: bySum,
    status: (one, other) => byStatus(one, other) || byTime(other, one),
    statusReversed: (one, other) => byStatus(other, one) || byTime(other, one),
    buyer: (one, other) => isNameless(one) - isNameless(other) || byName(one, other),
    buyerReversed: (one, other) => isNameless(one) - isNameless(other) || byName(other, one),
  }
  return all
    .filter(
      ({ status, at }) => statuses.has(status) && (!from || at >= from) && (!until || at < until),
    )
    .toSorted(compare[sort])
    .map(({ orderNumber }) => orderNumber)
}

const spans: readonly Span[] = [
  { from: null, until: null },
  { from: new Date('2026-11-05T00:00:00Z'), until: new Date('2026-11-09T00:00:00Z') },
]

/** Its position as the operator's list writes it. */
const positionOf = (sort: OrderSort, { orderNumber, totalMinor, status }: FoundOrder) => ({
  orderNumber,
  value: sortValueOf(sort, { sumMinor: totalMinor, status }),
})

test.each(Object.keys(statusesOf) as ListedState[])(
  'pages of %s orders contain each once, in order',
  async (state) => {
    for (const sort of orderSorts)
      for (const span of spans) {
        const found: FoundOrder[] = []
        for (;;) {
          const last = found.at(-1)
          const after = last && positionOf(sort, last)
          const page = await listOrders(context, { state, sort, span, after, most: 97 })
          const rows = page.ok ? page.value : []
          found.push(...rows)
          if (rows.length < 97) break
        }
        const numbers = found.map(({ orderNumber }) => orderNumber)
        expect(numbers, `${sort} ${span.from}`).toEqual(expected(state, sort, span))
      }
  },
)

test('every status has its place in the course of an order’s life', () => {
  expect(statusesInCourse.toSorted((one, other) => one - other)).toEqual(
    Object.values(orderStatus).toSorted((one, other) => one - other),
  )
})

test('the next page begins where the last one ended, whatever its last order has become', async () => {
  const span = { from: null, until: null }
  for (const sort of ['dearest', 'cheapest', 'status', 'statusReversed'] as const) {
    const numbers = expected('all', sort, span)
    const query = { state: 'all', sort, span, most: 50 } as const
    const first = await listOrders(context, query)
    const last = first.ok ? first.value.at(-1) : undefined
    expect(last?.orderNumber).toBe(numbers[49])
    if (!last) continue
    const after = positionOf(sort, last)
    const change = (sum: number, status: number) =>
      sql`update orders set total_minor = ${sum}, status = ${status}
        where order_number = ${last.orderNumber}`.execute(context.db)
    // To the other end of the list, so that it is met there once more and nothing is left out.
    const [sum, status] = {
      dearest: [0, last.status],
      cheapest: [1_000_000, last.status],
      status: [last.totalMinor, orderStatus.Canceled],
      statusReversed: [last.totalMinor, orderStatus.Draft],
    }[sort] as [number, number]
    await change(sum, status)
    const page = await listOrders(context, { ...query, after })
    expect(page.ok && page.value.map(({ orderNumber }) => orderNumber)).toEqual(
      numbers.slice(50, 100),
    )
    await change(last.totalMinor, last.status)
  }
})

test('a page behind an order outside the days contains orders of these days only', async () => {
  const [whole, span] = spans as [Span, Span]
  for (const sort of ['newest', 'oldest'] as const) {
    const [first = ''] = expected('all', sort, whole)
    const within = expected('all', sort, span)
    const after = { orderNumber: first, value: null }
    const page = await listOrders(context, { state: 'all', sort, span, after, most: 20 })
    expect(page.ok && page.value.map(({ orderNumber }) => orderNumber)).toEqual(within.slice(0, 20))
  }
})

test('a page behind an order that does not exist is refused', async () => {
  const span = { from: null, until: null }
  const query = { state: 'all', sort: 'newest', span, most: 5 } as const
  const after = { orderNumber: 'NOSUCH', value: null }
  const refused = { ok: false, code: 'NotFound' }
  for (const sort of ['newest', 'buyer'] as const)
    expect(await listOrders(context, { ...query, sort, after })).toEqual(refused)
  // A status that no order can have.
  const unknown = { orderNumber: all[0]?.orderNumber ?? '', value: 99 }
  expect(await listOrders(context, { ...query, sort: 'status', after: unknown })).toEqual(refused)
})
