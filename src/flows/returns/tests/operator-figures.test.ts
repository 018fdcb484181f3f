/**
 * Goal: the figures of the operator's start page, of a date and of an order equal a plain recount of the tables, and
 * other callers are refused. Method: purchases, returns and a cancelled date on a real database and the demo bank;
 * everything is counted again row by row in this file.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Call, CallInput, ReplyOf } from '#contract/call.ts'
import { createSessionStore } from '#modules/accounts/server/public-api.ts'
import { eventSource } from '#modules/events/server/public-api.ts'
import { makeCustomer, type MadeEvent } from '#modules/events/tests/factories.ts'
import { createOffering } from '#modules/inventory/server/public-api.ts'
import { execute } from '#platform/http/execute.ts'
import { boat, openReturnTestEnv, quoteOf, type Bought, type ReturnTestEnv } from './test-env.ts'
import type { TestContext } from '../../../../tests/support/context.ts'
import {
  eventSales,
  listOfficeOrders,
  lookUpOrders,
  operatorHome,
  readOfficeOrder,
} from '#modules/operator/sales-contract.ts'
import { salesRoutes } from '#modules/operator/server/sales-routes.ts'

let env: ReturnTestEnv
let operator: TestContext
let event: MadeEvent
let few: Bought
const lastWeek: Bought[] = []
const today: Bought[] = []

async function send<C extends Call>(call: C, input: CallInput<C>, as: TestContext = operator) {
  const route = salesRoutes({ sources: [eventSource, boat] }).find(
    ({ call: { id } }) => id === call.id,
  )
  if (!route) throw new Error(`no call ${call.id}`)
  const raw = { params: input.params ?? {}, query: input.query ?? {}, body: input.body ?? {} }
  return execute(route, as, raw, { sessions: createSessionStore(), checkReplies: true })
}

async function reply<C extends Call>(call: C, input: CallInput<C> = {} as CallInput<C>) {
  const answer = await send(call, input)
  if (!answer.ok) throw new Error(JSON.stringify(answer))
  return answer.value as ReplyOf<C>
}

beforeAll(async () => {
  env = await openReturnTestEnv()
  operator = env.context.as({ ...(await makeCustomer(env.context)), isOperator: true } as never)
  event = await env.event(20 * 24)
  const other = await env.event(20 * 24)
  const actor = await env.guest()
  lastWeek.push(await env.buy({ actor, event, placeIds: [1] }))
  env.context.clock.advance(7 * 86_400 - 3_600)
  // Partly paid from the balance, which counts like the card's part.
  const customer = await env.customer(3_000)
  today.push(
    await env.buy({ actor: customer, event, placeIds: [2, 3, 21], balanceMinor: 3_000 }),
    await env.buy({ actor, event: other, standing: 2 }),
  )
  env.context.clock.advance(3_600)
  few = await env.buy({ actor, event: other, standing: 10 })
  today.push(few)
}, 60_000)
afterAll(() => env.close())

/** Totals of orders, from their current lines. */
async function worth(orders: readonly Bought[]): Promise<number> {
  const lines = await env.context.db.selectFrom('order_line').selectAll().execute()
  const ids = new Set(orders.map(({ order }) => order.id))
  return lines
    .filter(({ order_id: id, kind }) => ids.has(id) && kind !== 'Balance')
    .reduce((sum, { unit_price_minor: price, quantity }) => sum + price * quantity, 0)
}

test('today beside a week ago, hour by hour, with what was paid from balances', async () => {
  const home = await reply(operatorHome)
  expect(home.today).toMatchObject({ soldMinor: await worth(today), orderCount: 3 })
  expect(home.today.hours.reduce((sum, minor) => sum + minor, 0)).toBe(home.today.soldMinor)
  // 13:00 and 14:00 in Tbilisi.
  expect(home.today.hours[13]).toBe(await worth(today.slice(0, 2)))
  expect(home.today.hours[14]).toBe(await worth([few]))
  expect(home.hoursGone).toBe(14)
  expect(home.before).toHaveLength(4)
  expect(home.before[0]).toMatchObject({ day: '2026-12-01', soldMinor: await worth(lastWeek) })
  expect(home.before[1]).toMatchObject({ day: '2026-11-24', soldMinor: 0, orderCount: 0 })
  const sold = home.items.map(({ source, itemId, ticketCount }) => ({
    source,
    itemId,
    ticketCount,
  }))
  expect(sold).toEqual([
    { source: 'event', itemId: few.order.lines[0]?.itemId, ticketCount: 12 },
    { source: 'event', itemId: event.eventId, ticketCount: 3 },
  ])
  expect(home.items.reduce((sum, { soldMinor }) => sum + soldMinor, 0)).toBe(await worth(today))
})

test('items of two sources under one number are counted apart', async () => {
  const offeringId = await createOffering(env.context, { legCount: 4, placeCount: 3 })
  const itemId = event.eventId
  const parts = [{ legFrom: 0, legTo: 2, places: [1, 2] }]
  const actor = await env.guest()
  today.push(await env.buy({ actor, journey: { offeringId, itemId, parts } }))
  const { items, today: sales } = await reply(operatorHome)
  expect(sales.soldMinor).toBe(await worth(today))
  expect(
    items
      .filter((item) => item.itemId === itemId)
      .map(({ source, ticketCount }) => [source, ticketCount]),
  ).toEqual([
    ['event', 3],
    ['boat', 2],
  ])
  expect(items.find(({ source }) => source === 'boat')?.name.en).toBe('Pier 0 – Pier 2')
  const { types } = await reply(eventSales, { params: { eventId: itemId } })
  expect(types.reduce((sum, { ticketCount }) => sum + ticketCount, 0)).toBe(4)
})

test('a date by day and by type is what its tickets are', async () => {
  const sales = await reply(eventSales, { params: { eventId: event.eventId } })
  expect(sales.days).toEqual([
    { day: '2026-12-01', ticketCount: 1, reducedMinor: 0, soldMinor: 5_000 },
    { day: '2026-12-08', ticketCount: 3, reducedMinor: 0, soldMinor: 15_000 },
  ])
  const a = sales.types.find(
    ({ ticketTypeId }) => ticketTypeId === event.seatTypes['a']?.ticketTypeId,
  )
  expect(a).toMatchObject({ ticketCount: 3, endedCount: 0, soldMinor: 15_000, priceMinor: 5_000 })
  expect(await send(eventSales, { params: { eventId: 2_000_000_000 } })).toMatchObject({
    ok: false,
    code: 'NotFound',
  })
})

test('what went back today, and refunds that the bank has not confirmed', async () => {
  const [bought] = today
  if (!bought) throw new Error('nothing was bought')
  const quote = await quoteOf(env, bought, bought.tickets.slice(0, 1))
  expect(await env.executeReturn(bought.actor, quote.quote)).toMatchObject({ ok: true })
  const rows = await env.context.db.selectFrom('refund').selectAll().execute()
  const waiting = rows.filter(({ state }) => state === 'pending')
  const home = await reply(operatorHome)
  expect(home.returned).toEqual({ amountMinor: quote.back.amount, carriedMinor: 0, ticketCount: 1 })
  expect(home.attention.refunds).toMatchObject({
    count: waiting.length,
    amountMinor: waiting.reduce((sum, { amount_minor: amount }) => sum + amount, 0),
  })
  expect(waiting.length).toBeGreaterThan(0)
  const sales = await reply(eventSales, { params: { eventId: event.eventId } })
  expect(sales.types.reduce((sum, { endedCount }) => sum + endedCount, 0)).toBe(1)
  await env.refunds(2)
  expect((await reply(operatorHome)).attention.refunds).toMatchObject({ count: 0, since: null })
})

test('what is nearly gone, what is stuck, what was moved and cancelled', async () => {
  const { db, clock } = env.context
  const itemId = few.order.lines[0]?.itemId ?? 0
  expect((await reply(operatorHome)).attention.soldOutSoon).toEqual([])
  await db
    .deleteFrom('place_leg')
    .where('offering_id', '=', few.order.lines[0]?.offeringId ?? 0)
    .execute()
  await db
    .updateTable('pool_leg')
    .set({ capacity: 13 })
    .where('offering_id', '=', few.order.lines[0]?.offeringId ?? 0)
    .execute()
  await db
    .updateTable('payment')
    .set({ state: 'unknown', captured_minor: null, captured_currency: null, refunded_minor: 0 })
    .where('order_key', '=', few.order.orderKey)
    .execute()
  await db
    .updateTable('event')
    .set({
      moved_from: clock.now(),
      moved_at: clock.now(),
      full_refund_until: new Date('2027-02-01'),
    })
    .where('id', '=', itemId)
    .execute()
  await db
    .insertInto('cancelled_item')
    .values({
      source: 'event',
      item_id: event.eventId,
      offering_id: event.offeringId,
      reason: '{"ka": "", "en": ""}',
      cancelled_at: clock.now(),
      watched_until: new Date('2027-02-01'),
    })
    .execute()
  const { attention } = await reply(operatorHome)
  expect(attention.soldOutSoon).toMatchObject([{ itemId, left: 1, capacity: 13 }])
  expect(attention.stuckPayments.count).toBe(1)
  expect(attention.moved).toMatchObject([{ itemId, validTickets: 12 }])
  // One of four was returned above.
  expect(attention.cancelled).toMatchObject([{ itemId: event.eventId, validTickets: 3 }])
  expect(attention.undelivered).toBe(0)
})

test.each([
  ['number', () => few.order.orderNumber.toLowerCase()],
  ['email', () => 'NINO@example.com'],
  ['phone', () => '555 00 00 00'],
  ['phone', () => '50 00 00'],
  ['name', () => 'ნინ'],
  ['name', () => 'nin'],
])('an order is found by %s, and who looked is written down', async (by, text) => {
  const before = await entries()
  const found = await reply(lookUpOrders, { body: { text: text() } })
  expect(found.by).toBe(by)
  expect(found.orders.map(({ orderNumber }) => orderNumber)).toContain(few.order.orderNumber)
  expect(found.orders).toHaveLength(by === 'number' ? 1 : 5)
  const [entry] = (await entries()).slice(before.length)
  expect(entry).toMatchObject({ action: 'operator.look-up', subject: `orders by ${by}` })
  // The typed text may be a personal address: only the orders seen are logged.
  expect(JSON.stringify(entry)).not.toMatch(/nino|555000000/i)
})

test('all orders are listed, newest first, by state and sum, and who looked is written down', async () => {
  const before = await entries()
  const { orders, next } = await reply(listOfficeOrders)
  const newest = (all: readonly Bought[]) => all.map(({ order }) => order.orderNumber).toReversed()
  expect(next).toBeNull()
  expect(orders.map(({ orderNumber }) => orderNumber)).toEqual(newest([...lastWeek, ...today]))
  const [entry] = (await entries()).slice(before.length)
  expect(entry).toMatchObject({ action: 'operator.list-orders', subject: 'orders' })
  expect(JSON.stringify(entry)).toContain(few.order.orderNumber)
  expect((await reply(listOfficeOrders, { query: { state: 'failed' } })).orders).toEqual([])
  const dearest = (await reply(listOfficeOrders, { query: { sort: 'dearest' } })).orders
  const sums = dearest.map(({ totalMinor }) => totalMinor)
  expect(sums).toEqual(sums.toSorted((one, other) => other - one))
  expect(await send(listOfficeOrders, { query: { after: 'NOSUCH' } })).toMatchObject({
    code: 'NotFound',
  })
})

function entries() {
  return env.context.db.selectFrom('operator_log').selectAll().orderBy('id').execute()
}

test('a number without a digit is found like any other', async () => {
  const [first] = lastWeek
  await env.context.db
    .updateTable('orders')
    .set({ order_number: 'ABCDEFGHJK' })
    .where('id', '=', first?.order.id ?? 0)
    .execute()
  const found = await reply(lookUpOrders, { body: { text: 'abcdefghjk' } })
  expect(found).toMatchObject({ by: 'number', orders: [{ orderNumber: 'ABCDEFGHJK' }] })
})

test('customers are found by a part of their name, not by signs that would fit any', async () => {
  await env.context.db
    .insertInto('customer')
    .values({
      id: env.context.random.uuid(),
      email: 'k@example.com',
      full_name: 'Keti 100% Beridze',
    })
    .execute()
  const names = async (text: string) =>
    (await reply(lookUpOrders, { body: { text } })).customers.map(({ name }) => name)
  expect(await names('beridze')).toEqual(['Keti 100% Beridze'])
  expect(await names('0% b')).toEqual(['Keti 100% Beridze'])
  expect(await names('%__')).toEqual([])
  expect(await names('.*')).toEqual([])
  // Names in Georgian letters are found by Latin ones, and the other way round.
  await env.context.db
    .updateTable('customer')
    .set({ full_name: 'კონსტანტინე ბერიძე' })
    .where('email', '=', 'k@example.com')
    .execute()
  expect(await names('konstantine')).toEqual(['კონსტანტინე ბერიძე'])
  await env.context.db
    .updateTable('customer')
    .set({ full_name: 'Keti 100% Beridze' })
    .where('email', '=', 'k@example.com')
    .execute()
  expect(await names('ბერიძე')).toEqual(['Keti 100% Beridze'])
})

test('an order is found by who travels, and a customer by a part of the phone', async () => {
  const { db } = env.context
  await db
    .insertInto('order_passenger')
    .values({
      order_line_id: few.order.lines[0]?.id ?? 0,
      line_unit: 0,
      updated_at: env.context.clock.now(),
      order_id: few.order.id,
      given_name: 'Mia',
      family_name: 'Miller',
      name_ka: '',
      kind: 0,
    })
    .execute()
  const found = await reply(lookUpOrders, { body: { text: 'mia mil' } })
  expect(found.orders.map(({ orderNumber }) => orderNumber)).toEqual([few.order.orderNumber])
  await db
    .updateTable('customer')
    .set({ phone: '+995 599 112233' })
    .where('email', '=', 'k@example.com')
    .execute()
  const { customers } = await reply(lookUpOrders, { body: { text: '9911 22' } })
  expect(customers.map(({ name }) => name)).toEqual(['Keti 100% Beridze'])
})

test('an order with its tickets, payments and history', async () => {
  const orderNumber = few.order.orderNumber
  const order = await reply(readOfficeOrder, { params: { orderNumber } })
  expect(order.tickets).toHaveLength(10)
  expect(order.lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(
    await worth([few]),
  )
  expect(order.payments).toMatchObject([{ provider: 2, amountMinor: await worth([few]) }])
  expect(order.moves.map(({ to }) => to)).toEqual(['Checkout', 'PaymentPending', 'Processed'])
  expect((await entries()).at(-1)).toMatchObject({ subject: `order ${orderNumber}` })
  expect(await send(readOfficeOrder, { params: { orderNumber: 'NOSUCH' } })).toMatchObject({
    code: 'NotFound',
  })
})

test('nobody but an operator is answered', async () => {
  const shopper = env.context.as(await makeCustomer(env.context))
  const calls: [Call, object][] = [
    [operatorHome, {}],
    [eventSales, { params: { eventId: event.eventId } }],
    [listOfficeOrders, {}],
    [lookUpOrders, { body: { text: 'nino' } }],
    [readOfficeOrder, { params: { orderNumber: few.order.orderNumber } }],
  ]
  for (const [call, input] of calls)
    expect(await send(call, input as never, shopper)).toMatchObject({
      ok: false,
      code: 'Forbidden',
    })
})
