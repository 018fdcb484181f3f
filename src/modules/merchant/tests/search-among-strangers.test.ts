/**
 * Goal: an organiser finds a visitor however many orders of others bear the same name, phone or address, and in whatever
 * letters it is typed. Method: one sold order, 150 newer ones of another organiser with the same buyer, and the calls.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { foldForSearch } from '#kernel/search-fold.ts'
import { spellingPattern } from '#kernel/spelling-pattern.ts'
import type { MadeEvent } from '#modules/events/tests/factories.ts'
import { purchase } from '../../../../tests/hostile/purchases.ts'
import { openHostileShop, type HostileShop, type Reply } from '../../../../tests/hostile/shop.ts'

let shop: HostileShop
let event: MadeEvent
let token: string
let made: Awaited<ReturnType<typeof purchase>>
let strange: Awaited<ReturnType<typeof purchase>>

const strangers = 150

beforeAll(async () => {
  shop = await openHostileShop()
  event = await shop.event()
  const other = await shop.event()
  token = await shop.staff(event.merchantId)
  const customer = await shop.customer()
  made = await purchase(shop, {
    token: customer,
    station: 'paid',
    request: { event, placeIds: [3] },
  })
  strange = await purchase(shop, {
    token: customer,
    station: 'paid',
    request: { event: other, placeIds: [3] },
  })
  await copyOrder(strange.orderNumber)
})
afterAll(() => shop.close())

/** Newer orders that are the same in all that a search compares. */
async function copyOrder(orderNumber: string): Promise<void> {
  await sql`
    with copied as (
      insert into orders overriding system value
      select (jsonb_populate_record(null::orders, to_jsonb(o) || jsonb_build_object(
        'id', nextval(pg_get_serial_sequence('orders', 'id')), 'order_key', gen_random_uuid(),
        'order_number', 'COPY' || lpad(at::text, 4, '0')))).*
      from orders o, generate_series(1, ${strangers}::int) as at where o.order_number = ${orderNumber}
      returning id)
    insert into order_line overriding system value
    select (jsonb_populate_record(null::order_line, to_jsonb(l) || jsonb_build_object(
      'id', nextval(pg_get_serial_sequence('order_line', 'id')), 'order_id', copied.id))).*
    from copied, order_line l where l.order_id = (select id from orders where order_number = ${orderNumber})
  `.execute(shop.context.db)
}

async function rename(name: string): Promise<void> {
  await sql`update orders set buyer_name = ${name}`.execute(shop.context.db)
}

const attendees = async (text: string): Promise<string[]> =>
  (
    await shop.post('/v2/merchantusers/attendees/find', { eventId: event.eventId, text }, token)
  ).body.items.map(({ orderNumber }: Reply) => orderNumber)
const orders = async (text: string, of: object = {}): Promise<string[]> =>
  (await shop.post('/v2/merchantusers/orders/find', { text, ...of }, token)).body.items.map(
    ({ orderNumber }: Reply) => orderNumber,
  )

test.each(['name', 'email', 'phone', 'part of a phone', 'number'])(
  'finds its own order by %s among newer ones of others',
  async (kind) => {
    const { rows } = await sql<{ name: string; email: string; phone: string; number: string }>`
      select buyer_name as name, buyer_email as email, buyer_phone as phone, order_number as number
      from orders where order_number = ${made.orderNumber}`.execute(shop.context.db)
    const [row] = rows
    if (!row) throw new Error('The order is there')
    const { name, email, phone, number } = row
    const text = { name, email, phone, 'part of a phone': phone.slice(-5), number }[kind] ?? ''
    expect(text).not.toBe('')
    expect(new Set(await attendees(text))).toEqual(new Set([made.orderNumber]))
    expect(await orders(text)).toEqual([made.orderNumber])
    expect(await orders(text, { eventId: event.eventId })).toEqual([made.orderNumber])
  },
)

test('does not find orders of others', async () => {
  expect(await orders(strange.orderNumber)).toEqual([])
  expect(await attendees('COPY0007')).toEqual([])
})

const found: readonly (readonly [stored: string, typed: string])[] = [
  ['Nguyễn Thị Hoa', 'Nguyen'],
  ['José García', 'Garcia'],
  ['Jose Garcia', 'José García'],
  ['Łukasz Żółć', 'Lukasz'],
  ['Łukasz Żółć', 'zolc'],
  ['Liam O’Neill', "O'Neill"],
  ["Liam O'Brien", 'O’Brien'],
  ["Liam O'Brien", 'obrien'],
  ['Liam OʼBrien', 'O`Brien'],
  ['Søren Kierkegård', 'soren kierkegard'],
  ['Jürgen Groß', 'Jurgen Gross'],
  ['Anna-Maria Œhl', 'anna maria oehl'],
  ['Anna Maria', 'Anna–Maria'],
  ['İlkay Işık', 'ilkay isik'],
  ['Đorđe Ðurić', 'dorde duric'],
  ['ნინო ჭავჭავაძე', 'ᲜᲘᲜᲝ'],
  ['ᲜᲘᲜᲝ ᲬᲔᲠᲔᲗᲔᲚᲘ', 'ნინო წერეთელი'],
  ['ნინო ჭავჭავაძე', 'chavchavadze'],
  ['Ñandú Çelik', 'nandu celik'],
  ['Ёлкина Алёна', 'елкина алена'],
  ['Jose\u0301 Zoe\u0308', 'josé zoë'],
]

test.each(found)('finds %s by %s', async (stored, typed) => {
  await rename(stored)
  expect(await orders(typed)).toEqual([made.orderNumber])
  expect(new Set(await attendees(typed))).toEqual(new Set([made.orderNumber]))
})

test.each([
  ['José García', 'Garza'],
  ['Liam O’Neill', 'ONeal'],
  ['Nguyễn Thị Hoa', 'Nguyet'],
])('does not find %s by %s', async (stored, typed) => {
  await rename(stored)
  expect(await orders(typed)).toEqual([])
})

test('the database folds texts as the shop does', async () => {
  const texts = [...found.flat(), '', 'a\u200Bb', 'Ⅷ ﬁ ½', 'naïve’s—dash', '`tick` (x) 50%', 'ა–ბ']
  const { rows } = await sql<{ text: string; folded: string }>`
    select text, search_fold(text) as folded from unnest(${texts}::text[]) as text`.execute(
    shop.context.db,
  )
  for (const { text, folded } of rows) expect(folded, text).toBe(foldForSearch(text))
  expect(new RegExp(spellingPattern('García'), 'u').test(foldForSearch('jose garcia'))).toBe(true)
})
