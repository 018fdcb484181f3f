/**
 * Goal: questions of an offering are asked at checkout, validated, stored, and shown only to the owner of the order and
 * to operators. Method: a rule written by an operator, then a buyer's calls from the first place to the ticket, over
 * HTTP on a real database.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eraseBuyer } from '#modules/orders/server/public-api.ts'
import { buyer, openHostileShop, type HostileShop } from '../../../../tests/hostile/shop.ts'
import { expireCaches } from '../../../../tests/support/cache-clock.ts'

let shop: HostileShop
let operator: string
beforeAll(async () => {
  shop = await openHostileShop()
  operator = await shop.operator()
})
afterAll(() => shop.close())

const both = (en: string) => ({ ka: en, en })
const onTicket = { isRequired: true, isOnTicket: true }
const sharedOptions = { isRequired: true, isOnTicket: false }
const fields = [
  { key: 'name', per: 'ticket', kind: 'text', label: both('Holder'), ...onTicket },
  {
    key: 'number',
    per: 'ticket',
    kind: 'personalNumber',
    label: both('Personal number'),
    ...sharedOptions,
  },
  {
    key: 'delivery',
    per: 'order',
    kind: 'select',
    label: both('Delivery'),
    ...sharedOptions,
    options: [
      { value: 'courier', label: both('By courier') },
      { value: 'desk', label: both('At the desk') },
    ],
  },
  {
    key: 'note',
    per: 'order',
    kind: 'text',
    label: both('Note'),
    ...sharedOptions,
    isRequired: false,
  },
]

interface Question {
  readonly id: string
  readonly lineId: number | null
}

async function openOrder(placeIds: readonly number[], settings: object = { fields }) {
  const { eventId, ...event } = await shop.event({ zonePricesMinor: { a: 0 }, feeBasisPoints: 0 })
  const rule = { kind: 'extra-fields', eventId, settings, isActive: true }
  const saved = await shop.post('/v2/operator/rulebook/rules', rule, operator)
  expect(saved.status, saved.text).toBe(200)
  await expireCaches(1_100)
  const token = await shop.customer()
  const ticketTypeId = event.seatTypes['a']?.ticketTypeId ?? 0
  const seats = placeIds.map((placeId) => ({ ticketTypeId, placeId }))
  const chosen = await shop.post('/v2/Booking/choose-seat', { eventId, seats }, token)
  const { orderKey, orderNumber } = chosen.body
  const page = () => shop.get(`/v2/orders/checkout/details?orderKey=${orderKey}`, token)
  const checkout = (answers: Readonly<Record<string, string>>) => {
    const extras = Object.entries(answers).map(([id, value]) => ({ id, value }))
    return shop.post('/v2/orders/checkout', { orderKey, buyer, acceptTerms: true, extras }, token)
  }
  const complete = () => shop.post('/v2/orders/complete', { orderKey }, token)
  return { eventId, ticketTypeId, token, orderKey, orderNumber, page, checkout, complete }
}

test('answers are requested, validated by field, stored, printed, exported, and deleted with the buyer', async () => {
  const order = await openOrder([1, 2])
  const { extras } = (await order.page()).body as { extras: Question[] }
  expect(extras).toHaveLength(6)
  const ids = extras.map(({ id }) => id)
  const nothing = await order.checkout({})
  expect(nothing.status).toBe(400)
  expect(nothing.body.error.code).toBe('ExtraFieldsMissing')
  expect(nothing.body.error.fields.map((field: { path: string }) => field.path)).toEqual(
    ids.filter((id) => id !== 'order.note').map((id) => `body.extras.${id}`),
  )
  const answers = Object.fromEntries(
    ids.map((id) => [id, id.endsWith('number') ? '0100 1020 304' : `=HYPERLINK("x") ${id}`]),
  )
  answers['order.delivery'] = 'balloon'
  const wrong = await order.checkout(answers)
  expect(wrong.body.error.fields).toMatchObject([{ path: 'body.extras.order.delivery' }])
  expect((await order.complete()).body.error.code).toBe('BuyerDetailsMissing')
  answers['order.delivery'] = 'desk'
  expect((await order.checkout({ ...answers, 'order.unknown': 'x' })).status).toBe(200)
  const again = (await order.page()).body.extras
  expect(again.find(({ id }: Question) => id.endsWith('.number')).value).toBe('01001020304')
  // A place added after the buyer's details has no holder yet.
  const { eventId, ticketTypeId, orderKey, token } = order
  const seats = [{ ticketTypeId, placeId: 3 }]
  const more = await shop.post('/v2/Booking/choose-seat', { eventId, seats, orderKey }, token)
  expect(more.status, more.text).toBe(200)
  expect((await order.complete()).body.error.code).toBe('ExtraFieldsMissing')
  const added = (await order.page()).body.extras.filter(({ id }: Question) => !ids.includes(id))
  for (const { id } of added) answers[id] = id.endsWith('number') ? '01001020305' : 'Third'
  await order.checkout(answers)
  const done = await order.complete()
  expect(done.body.statusName, done.text).toBe('Processed')

  const view = await shop.get(`/v2/orders/tickets?orderNumber=${order.orderNumber}`, token)
  expect(view.body.tickets[2].extras).toEqual([{ label: 'Holder', value: 'Third' }])
  expect(view.body.extras).toHaveLength(8)
  expect(view.body.extras).toContainEqual({ label: 'Delivery', value: 'At the desk', place: null })

  const file = `/v2/operator/extras.csv?eventId=${eventId}`
  expect((await shop.get(file, token)).status).toBe(403)
  const table = await shop.get(file, operator)
  expect(table.text).toContain('"01001020305"')
  expect(table.text).not.toMatch(/(^|,)"=/m)
  const other = await shop.event()
  const none = await shop.get(`/v2/operator/extras.csv?eventId=${other.eventId}`, operator)
  expect(none.text.trim().split('\r\n')).toHaveLength(1)

  const owner = await shop.context.db
    .selectFrom('orders')
    .select('customer_id')
    .where('order_key', '=', orderKey)
    .executeTakeFirstOrThrow()
  await eraseBuyer(shop.context, owner.customer_id ?? '')
  const after = await shop.get(`/v2/orders/tickets?orderNumber=${order.orderNumber}`, token)
  expect(after.body.extras).toEqual([])
  expect(JSON.stringify(after.body)).not.toContain('01001020305')
})

test('stores no answers without questions, and ignores unknown ones', async () => {
  const { eventId, ...event } = await shop.event({ zonePricesMinor: { a: 0 }, feeBasisPoints: 0 })
  const token = await shop.customer()
  const seats = [{ ticketTypeId: event.seatTypes['a']?.ticketTypeId ?? 0, placeId: 1 }]
  const { orderKey } = (await shop.post('/v2/Booking/choose-seat', { eventId, seats }, token)).body
  const body = {
    orderKey,
    buyer,
    acceptTerms: true,
    extras: [{ id: 'order.address', value: 'somewhere' }],
  }
  const answer = await shop.post('/v2/orders/checkout', body, token)
  expect(answer.status).toBe(200)
  expect(answer.body.extras).toEqual([])
  const rows = await shop.context.db
    .selectFrom('order_extra')
    .innerJoin('orders', 'orders.id', 'order_extra.order_id')
    .select('order_id')
    .where('order_key', '=', orderKey)
    .execute()
  expect(rows).toEqual([])
})
