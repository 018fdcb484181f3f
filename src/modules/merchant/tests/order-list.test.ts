/**
 * Goal: an organiser's list of orders is sorted as a whole, and its pages contain every order once. Method: sales with
 * many equal sums and statuses, so that equal ones are on both sides of an end of a page, read page by page through the
 * call and compared with a sort of all tickets; an order that changes between two pages.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderStatus, orderStatusName, type OrderStatus } from '#contract/enumerations.ts'
import { makeEvent, type MadeEvent } from '#modules/events/tests/factories.ts'
import { orderSorts, statusesInCourse, type OrderSort } from '#modules/orders/list-shapes.ts'
import { staffRoutes } from '#modules/staff/server/public-api.ts'
import { makeStaffToken } from '#modules/staff/tests/factories.ts'
import { openCallServer, type CallServer } from '../../../../tests/support/call-server.ts'
import type { Reply } from '../../../../tests/hostile/shop.ts'
import { merchantRoutes } from '../server/routes.ts'
import { countAllSales } from './count-all-sales.ts'
import { writeSales } from './many-sales.ts'
import { eventsAlone } from './ports.ts'

let server: CallServer
let event: MadeEvent
let token: string

beforeAll(async () => {
  server = await openCallServer([...staffRoutes(), ...merchantRoutes(eventsAlone())])
  const { context } = server
  const { db } = context
  event = await makeEvent(context)
  const { eventId, merchantId, offeringId } = event
  token = await makeStaffToken(context, { merchantId })
  const sales = { offeringId, itemsEach: 2, until: context.clock.now(), days: 6, merchantCount: 1 }
  await writeSales(db, { ...sales, merchantIdFirst: merchantId, ticketsEach: 130 })
  await writeSales(db, { ...sales, merchantIdFirst: merchantId + 1, ticketsEach: 30 })
  // Four sums and three statuses; half of the tickets are of the event, and every seventh order has one more of it.
  await sql`update order_line set unit_price_minor = 500 + id % 4 * 250, amount_minor = 500 + id % 4 * 250`.execute(
    db,
  )
  await sql`update orders set order_number = replace(order_number, '-', 'N')`.execute(db)
  await sql`update orders set status = (array[1, 12, 3])[1 + id % 3],
    buyer_name = (array['Zaza', 'ana', '', 'ნინო', 'Ana'])[1 + id % 5]`.execute(db)
  for (const table of [sql`ticket`, sql`order_line`])
    await sql`update ${table} set item_id = ${eventId} where item_id = ${merchantId * 100}`.execute(
      db,
    )
  await sql`
    insert into ticket (identifier, order_id, order_line_id, line_unit, offering_id, source, item_id, leg_from, leg_to,
      ticket_type_id, issued_at)
    select identifier || '-2', order_id, order_line_id, 1, offering_id, source, item_id, leg_from, leg_to,
      ticket_type_id, issued_at from ticket where order_id % 7 = 0`.execute(db)
  await sql`update order_line set quantity = 2, amount_minor = 2 * unit_price_minor where order_id % 7 = 0`.execute(
    db,
  )
  await countAllSales(context)
}, 60_000)
afterAll(() => server.close())

interface Row {
  readonly id: number
  readonly orderNumber: string
  readonly status: OrderStatus
  readonly sum: number
  readonly name: string
}

/** The organiser's orders, sorted from the tables and not from the row that the list is read from. */
async function expected(sort: OrderSort, itemId: number | null): Promise<string[]> {
  const { rows } = await sql<Row>`
    select o.id::float8 as id, o.order_number as "orderNumber", o.status, sum(l.amount_minor)::float8 as sum,
      lower(o.buyer_name) as name
    from orders o join order_line l on l.order_id = o.id
    where l.merchant_id = ${event.merchantId} and (${itemId}::int is null or l.item_id = ${itemId}::int)
    group by o.id`.execute(server.context.db)
  const stageOf = ({ status }: Row) => statusesInCourse.indexOf(status)
  const isNameless = ({ name }: Row) => Number(name === '')
  const byName = (one: Row, other: Row) =>
    Number(one.name > other.name) - Number(one.name < other.name) || one.id - other.id
  const compare: Record<OrderSort, (one: Row, other: Row) => number> = {
    newest: (one, other) => other.id - one.id,
    oldest: (one, other) => one.id - other.id,
    dearest: (one, other) => other.sum - one.sum || other.id - one.id,
    cheapest: (one, other) => one.sum - other.sum || one.id - other.id,
    status: (one, other) => stageOf(one) - stageOf(other) || other.id - one.id,
    statusReversed: (one, other) => stageOf(other) - stageOf(one) || other.id - one.id,
    buyer: (one, other) => isNameless(one) - isNameless(other) || byName(one, other),
    buyerReversed: (one, other) => isNameless(one) - isNameless(other) || byName(other, one),
  }
  return rows.toSorted(compare[sort]).map(({ orderNumber }) => orderNumber)
}

async function find(body: object): Promise<Reply> {
  const reply = await server.app.inject({
    method: 'POST',
    url: '/v2/merchantusers/orders/find?apiKey=demo-partner',
    headers: { authorization: `Bearer ${token}` },
    payload: body,
  })
  return reply.json()
}

const numbersOf = ({ items }: Reply): string[] => items.map(({ orderNumber }: Reply) => orderNumber)

async function readPages(body: object): Promise<string[]> {
  const found: string[] = []
  for (let after: string | undefined; ;) {
    const page = await find({ ...body, ...(after && { after }) })
    found.push(...numbersOf(page))
    if (page.next === null) return found
    expect(page.items).toHaveLength(20)
    after = page.next
  }
}

test.each(orderSorts)('pages by %s contain each order once, in order', async (sort) => {
  const all = await readPages({ sort })
  expect(all).toHaveLength(130)
  expect(all).toEqual(await expected(sort, null))
  const { eventId } = event
  const ofEvent = await readPages({ sort, source: 'event', itemId: eventId })
  expect(ofEvent).toHaveLength(65)
  expect(ofEvent).toEqual(await expected(sort, eventId))
})

test('without a sort the newest are first', async () => {
  expect(await readPages({})).toEqual(await expected('newest', null))
})

test('what a search finds is sorted too', async () => {
  const some = (await expected('newest', null)).slice(0, 12)
  await sql`update orders set buyer_name = 'Tamta Sorted ' || (array['B', 'a'])[1 + id % 2] where order_number = any(${some}::text[])`.execute(
    server.context.db,
  )
  for (const sort of orderSorts) {
    const wanted = (await expected(sort, null)).filter((number) => some.includes(number))
    expect(numbersOf(await find({ sort, text: 'Tamta Sorted' })), sort).toEqual(wanted)
  }
})

test('the next page begins where the last one ended, whatever its last order has become', async () => {
  const { db } = server.context
  for (const [sort, status] of [
    ['status', orderStatus.Canceled],
    ['statusReversed', orderStatus.Processed],
  ] as const) {
    const numbers = await expected(sort, null)
    const first = await find({ sort })
    const last = numbers[19] ?? ''
    expect(numbersOf(first).at(-1)).toBe(last)
    const { statusName } = first.items.at(-1)
    expect(statusName).not.toBe(orderStatusName(status))
    const change = (to: number) =>
      sql`update orders set status = ${to} where order_number = ${last}`.execute(db)
    await change(status)
    expect(numbersOf(await find({ sort, after: first.next }))).toEqual(numbers.slice(20, 40))
    await change(orderStatus[statusName as keyof typeof orderStatus])
  }
})

test('unknown sorts and positions are refused, and so are orders of others', async () => {
  const [own = ''] = await expected('newest', null)
  const codeOf = async (body: object) => (await find(body)).error?.code
  expect(await codeOf({ sort: 'loudest' })).toBe('BadRequest')
  expect(await codeOf({ after: `${own}.x` })).toBe('BadRequest')
  expect(await codeOf({ after: 'NOSUCH' })).toBe('NotFound')
  expect(await codeOf({ sort: 'status', after: `${own}.99` })).toBe('NotFound')
  expect(await codeOf({ after: `MS${event.merchantId + 1}N1` })).toBe('NotFound')
})
