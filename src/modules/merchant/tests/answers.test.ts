/**
 * Goal: whoever works with an organiser's tickets sees what its questions were answered with, finds tickets by it, and nobody
 * sees what another organiser asked. Method: a table of answers of every kind, bought over HTTP on a real database, then read
 * back through every list and file, and searched.
 */
import { inflateRawSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MadeEvent } from '#modules/events/tests/factories.ts'
import type { ExtraField } from '#modules/sale-rules/contract.ts'
import {
  ask,
  askingEvent,
  buyAnswering,
  choosePlaces,
  question,
} from '../../../../tests/hostile/asked.ts'
import { expectOk } from '../../../../tests/hostile/purchases.ts'
import { openHostileShop, type HostileShop, type Reply } from '../../../../tests/hostile/shop.ts'

const options = [
  { value: 'vegan', label: { ka: 'ვეგანური', en: 'Vegan' } },
  { value: 'any', label: { ka: 'ნებისმიერი', en: 'Anything' } },
]
const fields: readonly ExtraField[] = [
  question('guest', 'ticket', 'text', { isRequired: true }),
  question('latin', 'ticket', 'latin'),
  question('number', 'ticket', 'personalNumber'),
  question('passport', 'ticket', 'passport'),
  question('born', 'ticket', 'date'),
  question('phone', 'ticket', 'phone'),
  question('meal', 'ticket', 'select', { options }),
  question('guest', 'order', 'text', { label: { ka: 'ვინ გირჩიათ', en: 'Who told you' } }),
  question('company', 'order', 'text'),
]
/** What the answers of a row look like in a list in English, where they differ. */
const shownAs: Readonly<Record<string, string>> = { vegan: 'Vegan', any: 'Anything' }

/** Answers by `per.key`; the place is named, or a standing one. */
const rows: readonly (readonly [
  place: number | null,
  answers: Readonly<Record<string, string>>,
])[] = [
  [1, { 'ticket.guest': 'ნინო ჭავჭავაძე', 'order.guest': 'მეგობარმა' }],
  [2, { 'ticket.guest': 'Nino Example', 'order.company': 'Example & Sons "Ltd"' }],
  [3, { 'ticket.guest': 'A, B; C' }],
  [4, { 'ticket.guest': '=HYPERLINK("http://x")', 'order.guest': '+1+1' }],
  [5, { 'ticket.guest': '@SUM(A1)', 'order.company': '-2' }],
  [6, { 'ticket.guest': '＝1+1' }],
  [7, { 'ticket.guest': 'שלום עולם', 'order.guest': 'مرحبا بالعالم' }],
  [8, { 'ticket.guest': 'x'.repeat(200) }],
  [9, { 'ticket.guest': 'ა'.repeat(200), 'order.guest': 'ბ'.repeat(200) }],
  [21, { 'ticket.guest': 'Nguyễn Thị Hoa', 'ticket.latin': "O'Neill-Smith" }],
  [22, { 'ticket.guest': 'Ёлкина', 'ticket.latin': 'Elkina' }],
  [23, { 'ticket.guest': '😀 emoji', 'ticket.number': '01001020304' }],
  [24, { 'ticket.guest': '<b>bold</b>', 'ticket.passport': 'AB1234567' }],
  [25, { 'ticket.guest': '&amp;', 'ticket.born': '1990-02-28' }],
  [26, { 'ticket.guest': "d'Artagnan", 'ticket.phone': '+995599112233' }],
  [27, { 'ticket.guest': '$1 \\1 %s {name}', 'ticket.meal': 'vegan' }],
  [28, { 'ticket.guest': '0012', 'ticket.meal': 'any' }],
  [null, { 'ticket.guest': 'Standing one', 'order.company': 'Firm' }],
  [null, { 'ticket.guest': 'null', 'order.guest': 'undefined' }],
  [null, { 'ticket.guest': '李小龍', 'ticket.born': '2012-02-29' }],
  [null, { 'ticket.guest': 'Łukasz Żółć', 'ticket.passport': 'ZZ99AA77' }],
]

let shop: HostileShop
let event: MadeEvent
let token: string
const orders: string[] = []

beforeAll(async () => {
  shop = await openHostileShop()
  event = await askingEvent(shop, fields)
  token = await shop.staff(event.merchantId)
  for (const [place, answers] of rows) {
    const customer = await shop.customer()
    const request = place === null ? { event, standing: 1 } : { event, placeIds: [place] }
    const { orderKey } = await choosePlaces(shop, customer, request)
    const bought = await buyAnswering(shop, { token: customer, orderKey }, ({ id, lineId }) => {
      const name = id.split('.').at(-1)
      return answers[`${lineId === null ? 'order' : 'ticket'}.${name}`]
    })
    orders.push(bought.orderNumber)
  }
}, 120_000)
afterAll(() => shop.close())

const find = (body: object = {}) =>
  expectOk(
    shop.post('/v2/merchantusers/attendees/find', { eventId: event.eventId, ...body }, token),
  )
const orderOf = (orderNumber: string, by = token) =>
  expectOk(shop.get(`/v2/merchantusers/orders/order?orderNumber=${orderNumber}`, by))
const valuesOf = (answers: readonly Reply[]) =>
  Object.fromEntries(answers.map(({ key, value }) => [key, value]))
const shown = (answers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(answers).map(([key, value]) => [key, shownAs[value] ?? value]))
const headings = fields.map(({ label }) => label.en)

async function csv(locale = 'en'): Promise<string[][]> {
  const path = `/v2/merchantusers/attendees.csv?eventId=${event.eventId}&locale=${locale}`
  const { text } = await shop.get(path, token)
  return parse(text, { bom: true })
}

test.each(rows.map((row, index) => [index, ...row] as const))(
  'the answers of order %i are in the order, the list and the file',
  async (index, _place, answers) => {
    const orderNumber = orders[index] ?? ''
    const order = await orderOf(orderNumber)
    expect(order.tickets).toHaveLength(1)
    const all = { ...valuesOf(order.answers), ...valuesOf(order.tickets[0].answers) }
    expect(all).toEqual(shown(answers))
    const { items } = await find({ text: orderNumber })
    expect(items.map((one: Reply) => valuesOf(one.answers))).toEqual([shown(answers)])
    const [heading = [], ...lines] = await csv()
    const line = lines.find(([number]) => number === orderNumber) ?? []
    const columns = fields.map(({ per, key, label }) => {
      const at = heading.indexOf(label.en)
      return [`${per}.${key}`, line[at]?.replace(/^'(?=[=+@＝-])/, '')] as const
    })
    const filled = columns.filter(([, value]) => value !== '')
    expect(Object.fromEntries(filled)).toEqual(shown(answers))
  },
)

test('a column for each question stands behind the usual ones, in the language of the reader', async () => {
  const [inEnglish = []] = await csv()
  expect(inEnglish.slice(-fields.length)).toEqual(headings)
  const [inGeorgian = [], ...lines] = await csv('ka')
  expect(inGeorgian.slice(-fields.length)).toEqual(fields.map(({ label }) => label.ka))
  expect(lines.flat()).toContain('ვეგანური')
  const { fields: listed } = await find()
  expect(listed.map(({ label }: Reply) => label)).toEqual(headings)
  expect(listed.map(({ per }: Reply) => per)).toEqual(fields.map(({ per }) => per))
  expect(new Set(listed.map(({ key }: Reply) => key)).size).toBe(fields.length)
})

test('the workbook has the same columns, and no answer is a formula in either file', async () => {
  const { text } = await shop.get(
    `/v2/merchantusers/attendees.csv?eventId=${event.eventId}&locale=en`,
    token,
  )
  expect(text).not.toMatch(/(^|,)"[=+@＝-]/m)
  const answer = await shop.app.inject({
    method: 'GET',
    url: `/v2/merchantusers/attendees.xlsx?eventId=${event.eventId}&api_key=demo-web&locale=en`,
    headers: { authorization: `Bearer ${token}` },
  })
  const sheet = lastSheet(answer.rawPayload)
  for (const heading of headings) expect(sheet).toContain(`>${heading}<`)
  for (const cell of ['ნინო ჭავჭავაძე', '&lt;b&gt;bold', '01001020304', '李小龍', 'Vegan'])
    expect(sheet).toContain(cell)
  expect(sheet).not.toContain('<f>')
})

/** Row of the table, and what is typed to find it. */
const searches: readonly (readonly [index: number, typed: string])[] = [
  [0, 'ჭავჭავაძე'],
  [0, 'chavchavadze'],
  [1, 'example & sons'],
  [6, 'שלום'],
  [9, 'Nguyen'],
  [9, 'oneill smith'],
  [10, 'елкина'],
  [11, '01001020304'],
  [12, 'ab1234567'],
  [13, '1990-02-28'],
  [14, '599 11 22 33'],
  [14, '+995 599 112 233'],
  [15, '$1 \\1'],
  [19, '李小龍'],
  [20, 'Lukasz Zolc'],
  [20, 'ZZ99AA77'],
]

test.each(searches)('order %i is found by %s', async (index, typed) => {
  const wanted = [orders[index]]
  const { items } = await find({ text: typed })
  expect(items.map(({ orderNumber }: Reply) => orderNumber)).toEqual(wanted)
  for (const item of [{}, { eventId: event.eventId }]) {
    const body = { text: typed, ...item }
    const found = await expectOk(shop.post('/v2/merchantusers/orders/find', body, token))
    expect(found.items.map(({ orderNumber }: Reply) => orderNumber)).toEqual(wanted)
  }
})

test('tickets of several types in one order have their own answers, and share those of the order', async () => {
  const customer = await shop.customer()
  const { orderKey } = await choosePlaces(shop, customer, { event, placeIds: [11, 31] })
  await choosePlaces(shop, customer, { event, standing: 2, orderKey })
  const { orderNumber } = await buyAnswering(shop, { token: customer, orderKey }, ({ id }, index) =>
    id.endsWith('guest') ? `Guest ${index}` : undefined,
  )
  const { items } = await find({ text: orderNumber })
  expect(items).toHaveLength(4)
  const all = items.map(({ answers }: Reply) => valuesOf(answers))
  expect(new Set(all.map((one: Reply) => one['ticket.guest'])).size).toBe(4)
  expect(new Set(all.map((one: Reply) => one['order.guest'])).size).toBe(1)
  const lines = (await csv()).filter(([number]) => number === orderNumber)
  expect(new Set(lines.map((line) => line.join(' '))).size).toBe(4)
})

test('orders of others with the same answer do not take the place of one’s own', async () => {
  const number = orders[1] ?? ''
  const strange = await askingEvent(shop, fields)
  const customer = await shop.customer()
  const { orderKey } = await choosePlaces(shop, customer, { event: strange, placeIds: [1] })
  const bought = await buyAnswering(shop, { token: customer, orderKey }, ({ kind }) =>
    kind === 'text' ? 'Nino Example' : undefined,
  )
  await copyOrder(bought.orderNumber, 120)
  const { items } = await find({ text: 'Nino Example' })
  expect(items.map(({ orderNumber }: Reply) => orderNumber)).toEqual([number])
  const body = { text: 'Nino Example' }
  const found = await expectOk(shop.post('/v2/merchantusers/orders/find', body, token))
  expect(found.items.map(({ orderNumber }: Reply) => orderNumber)).toEqual([number])
})

/** Newer orders with the same answers. */
async function copyOrder(orderNumber: string, count: number): Promise<void> {
  await sql`
    with source as (select * from orders where order_number = ${orderNumber}), copied as (
      insert into orders overriding system value
      select (jsonb_populate_record(null::orders, to_jsonb(o) || jsonb_build_object(
        'id', nextval(pg_get_serial_sequence('orders', 'id')), 'order_key', gen_random_uuid(),
        'order_number', 'SAME' || lpad(at::text, 4, '0')))).*
      from source o, generate_series(1, ${count}::int) as at returning id
    ), lines as (
      insert into order_line overriding system value
      select (jsonb_populate_record(null::order_line, to_jsonb(l) || jsonb_build_object(
        'id', nextval(pg_get_serial_sequence('order_line', 'id')), 'order_id', copied.id))).*
      from copied, order_line l where l.order_id = (select id from source) returning id, order_id
    )
    insert into order_extra (order_id, questions, answers, updated_at)
    select copied.id, e.questions, jsonb_build_array((e.answers -> 0) || '{"lineId": null}'), e.updated_at
    from copied, order_extra e where e.order_id = (select id from source)`.execute(shop.context.db)
}

test('in an order of two organisers each sees and finds what it asked itself', async () => {
  const mine = await askingEvent(shop, [
    question('secret', 'ticket', 'text'),
    question('remark', 'order', 'text'),
  ])
  const other = await askingEvent(shop, [
    question('secret', 'ticket', 'text'),
    question('address', 'order', 'text', { isOnTicket: true }),
  ])
  const customer = await shop.customer()
  const { orderKey } = await choosePlaces(shop, customer, { event: mine, placeIds: [1] })
  await choosePlaces(shop, customer, { event: other, placeIds: [1], orderKey })
  const given = new Map<string, string>()
  const { orderNumber } = await buyAnswering(
    shop,
    { token: customer, orderKey },
    ({ id }, index) => {
      const value = `Zanzibar${'abcdefgh'[index] ?? ''}`
      given.set(id, value)
      return value
    },
  )
  const [mineBy, otherBy] = [await shop.staff(mine.merchantId), await shop.staff(other.merchantId)]
  const seen = async (by: string) => {
    const order = await orderOf(orderNumber, by)
    expect(order.tickets).toHaveLength(1)
    return [...order.answers, ...order.tickets[0].answers].map(({ value }: Reply) => value)
  }
  const [first, second] = [await seen(mineBy), await seen(otherBy)]
  expect(first).toHaveLength(2)
  expect(second).toHaveLength(2)
  expect([...first, ...second].toSorted()).toEqual([...given.values()].toSorted())
  // What the other one prints is not printed on tickets of the first.
  const { tickets } = await expectOk(shop.get('/v2/tickets', customer))
  const printed = tickets.map((one: Reply) => [one.item.itemId, one.extras.length])
  expect(new Map(printed)).toEqual(
    new Map([
      [mine.eventId, 0],
      [other.eventId, 1],
    ]),
  )
  const finds = async (text: string, by: string) =>
    (await expectOk(shop.post('/v2/merchantusers/orders/find', { text }, by))).items.length
  for (const value of first)
    expect([await finds(value, mineBy), await finds(value, otherBy)]).toEqual([1, 0])
  for (const value of second)
    expect([await finds(value, mineBy), await finds(value, otherBy)]).toEqual([0, 1])
})

test('answers stay when a question is renamed or removed, and one that is added has a column', async () => {
  const date = await askingEvent(shop, [
    question('size', 'ticket', 'text'),
    question('b', 'order', 'text'),
  ])
  const by = await shop.staff(date.merchantId)
  const customer = await shop.customer()
  const { orderKey } = await choosePlaces(shop, customer, { event: date, standing: 3 })
  const { questions } = await buyAnswering(shop, { token: customer, orderKey }, ({ id }) => id)
  expect(questions).toHaveLength(4)
  await sql`update special_rule set is_active = false where event_id = ${date.eventId}`.execute(
    shop.context.db,
  )
  await ask(shop, date, [
    question('b', 'order', 'text', { label: { ka: 'ახალი', en: 'Renamed' } }),
    question('c', 'ticket', 'text'),
  ])
  const list = () =>
    expectOk(shop.post('/v2/merchantusers/attendees/find', { eventId: date.eventId }, by))
  await expect
    .poll(async () => (await list()).fields.map(({ label }: Reply) => label), {
      message: 'the new rule applies',
      timeout: 20_000,
    })
    .toEqual(['Renamed', 'Question c', 'Question size'])
  const { items } = await list()
  // Each of three tickets of one line has its own answer; that of the order is repeated.
  const sizes = items.map(({ answers }: Reply) => valuesOf(answers)['ticket.size'])
  expect(new Set(sizes).size).toBe(3)
  expect(items.map(({ answers }: Reply) => valuesOf(answers)['order.b'])).toEqual(
    Array.from({ length: 3 }, () => 'order.b'),
  )
})

test('an order of an earlier version tells the answers to its only organiser', async () => {
  const number = orders[0] ?? ''
  await sql`
    update order_extra e set answers = (select jsonb_agg(a - 'askedBy') from jsonb_array_elements(e.answers) a)
    from orders o where o.id = e.order_id and o.order_number = ${number}`.execute(shop.context.db)
  expect((await orderOf(number)).answers).toHaveLength(1)
  expect((await find({ text: 'მეგობარმა' })).items).toHaveLength(1)
})

/** The text of the last file of a ZIP archive. */
function lastSheet(archive: Buffer): string {
  const at = archive.lastIndexOf(Buffer.from('PK\u0003\u0004'))
  const size = archive.readUInt32LE(at + 18)
  const start = at + 30 + archive.readUInt16LE(at + 26) + archive.readUInt16LE(at + 28)
  return inflateRawSync(archive.subarray(start, start + size)).toString()
}
