/**
 * Goal: a date that was cancelled is never sold again, whoever asks, and a date with sold or held tickets does not leave
 * the programme before it is cancelled. Method: every call that opens or hides a date, over HTTP on the whole platform; an
 * order of that date is chosen, or at the bank, while it is cancelled.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeSaleRules } from '#modules/inventory/server/public-api.ts'
import type { MadeEvent } from '#modules/events/tests/factories.ts'
import { callbackOf, choiceOf, purchase } from './purchases.ts'
import { openHostileShop, type HostileShop } from './shop.ts'

let shop: HostileShop
let operator: string
beforeAll(async () => {
  shop = await openHostileShop()
  operator = await shop.operator()
})
afterAll(() => shop.close())

const cancel = ({ eventId }: MadeEvent) =>
  shop.postProven(
    `/v2/operator/events/${eventId}/cancel`,
    { reasonKa: 'ავადმყოფობა', reasonEn: 'Illness' },
    operator,
  )

const operatorChange = ({ eventId }: MadeEvent, more: object = {}) =>
  shop.post(
    `/v2/operator/events/${eventId}`,
    { status: 'Active', isOnSale: true, placesPerOrderMax: 10, ...more },
    operator,
  )

const hold = async (event: MadeEvent, placeIds: readonly number[]) =>
  shop.post('/v2/Booking/choose-seat', choiceOf({ event, placeIds }), await shop.customer())

test('no call opens the sale of a cancelled date, and nothing of it can be chosen meanwhile', async () => {
  const event = await shop.event()
  const owner = await shop.staff(event.merchantId)
  expect((await cancel(event)).status).toBe(200)
  const resume = { eventId: event.eventId, isOnSale: true }
  const resumed = await shop.post('/v2/merchantusers/dates/sale', resume, owner)
  expect([resumed.status, resumed.body.error?.code]).toEqual([409, 'DateCancelled'])
  // The catalogue of this process may still show it as it was, for up to a second.
  expect((await hold(event, [1])).body.error.code).toBe('EventNotActive')
  const changed = await operatorChange(event)
  expect([changed.status, changed.body.error?.code]).toEqual([409, 'DateCancelled'])
  expect((await hold(event, [2])).body.error.code).toBe('EventNotActive')
  const page = `/v2/merchantusers/dates/date?eventId=${event.eventId}`
  expect((await shop.get(page, owner)).body).toMatchObject({ isCancelled: true, isOnSale: false })
  const office = (await shop.get(`/v2/operator/events/${event.eventId}`, operator)).body
  expect(office).toMatchObject({ isCancelled: true, isOnSale: false })
  // Not even a command that does not ask whether it is cancelled, nor a statement of its own.
  const { offeringId } = event
  const rules = { placesPerOrderMax: 10, salesOpenAt: null, salesCloseAt: null }
  await changeSaleRules(shop.context, [{ offeringId, isOnSale: true, ...rules }])
  expect((await hold(event, [3])).body.error.code).toBe('EventNotActive')
  const open = sql`update offering set is_on_sale = true where id = ${offeringId}`
  await expect(open.execute(shop.context.db)).rejects.toThrow('ended_is_not_on_sale')
})

test.each([
  ['seats', { placeIds: [4, 5] }],
  ['standing places', { standing: 2 }],
])('an order of %s: not sent to the bank, and its money returned', async (_, places) => {
  const event = await shop.event()
  const request = { event, ...places }
  const before = await shop.customer()
  const { orderKey } = await purchase(shop, { token: before, station: 'checkout', request })
  const atBank = await shop.customer()
  const other = { event, ...('standing' in places ? places : { placeIds: [24, 25] }) }
  const paying = await purchase(shop, { token: atBank, station: 'paying', request: other })
  expect((await cancel(event)).status).toBe(200)
  const body = { orderKey, provider: 2 }
  const started = await shop.post('/groot/Orders/create-payment', body, before)
  expect(started.body.error?.code, started.text).toBe('EventNotActive')
  shop.bank.pay(paying.payId ?? '', { kind: 'approve' })
  await callbackOf(shop, paying.payId ?? '')
  await shop.post('/v2/orders/complete', { orderKey: paying.orderKey }, atBank)
  expect((await shop.get('/v2/tickets', atBank)).body.tickets).toEqual([])
  const { rows } = await sql<{ captured: number; returned: number }>`
    select p.captured_minor::int as captured, sum(r.amount_minor)::int as returned
    from payment p join refund r on r.payment_id = p.id
    where p.id = ${paying.paymentId} group by p.id`.execute(shop.context.db)
  expect(rows[0]?.captured).toBeGreaterThan(0)
  expect(rows[0]?.returned).toBe(rows[0]?.captured)
})

test('dates with sold or held tickets stay in the programme until they are cancelled', async () => {
  const event = await shop.event()
  const free = await shop.event()
  const request = { event, standing: 1 }
  await purchase(shop, { token: await shop.customer(), station: 'checkout', request })
  for (const status of ['Stopped', 'Inactive']) {
    const hidden = await operatorChange(event, { status })
    expect([hidden.status, hidden.body.error?.code]).toEqual([409, 'DateHasTickets'])
    expect((await operatorChange(free, { status })).body.status).toBe(status)
    await operatorChange(free)
  }
  // Its sale may be stopped, and it is on sale as before after the refusal.
  expect((await hold(event, [9])).status).toBe(200)
  expect((await operatorChange(event, { isOnSale: false })).body.isOnSale).toBe(false)
})
