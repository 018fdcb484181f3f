/**
 * Goal: what the specification says of begun hub checkouts, finish calls, comments and used tickets is so from outside.
 * Method: the whole shop over HTTP, with the demo bank.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { choiceOf, expectOk, purchase, type Station } from '../hostile/purchases.ts'
import { buyer, openHostileShop, type HostileShop } from '../hostile/shop.ts'

let shop: HostileShop
beforeAll(async () => {
  shop = await openHostileShop()
})
afterAll(() => shop.close())

test('a hub begins a checkout without a buyer; nothing is paid or finished before there is one', async () => {
  const token = await shop.customer()
  const begin = async (zonePricesMinor?: Record<string, number>) => {
    const event = await shop.event(zonePricesMinor && { zonePricesMinor })
    const choice = choiceOf({ event, placeIds: [1] })
    const { orderKey } = (await shop.post('/v2/Booking/choose-seat', choice, token)).body
    const eventHubBookingId = `HUB-${orderKey}`
    const path = '/v2/orders/eventHub/beginCheckOut'
    const begun = await shop.post(path, { eventHubBookingId, orderKey }, token)
    expect(begun.body, begun.text).toMatchObject({ order: { status: 5, statusName: 'Checkout' } })
    return orderKey as string
  }
  const orderKey = await begin()
  const codeOf = async (path: string, body: object) =>
    (await shop.post(path, body, token)).body.error?.code
  const pay = { orderKey, provider: 2 }
  expect(await codeOf('/groot/Orders/create-payment', pay)).toBe('BuyerDetailsMissing')
  expect(await codeOf('/v2/balance/apply', { orderKey })).toBe('BuyerDetailsMissing')
  expect(await codeOf('/v2/orders/invite', { orderKey, purpose: 'pay' })).toBe(
    'BuyerDetailsMissing',
  )
  const free = await begin({ a: 0 })
  expect(await codeOf('/v2/orders/complete', { orderKey: free })).toBe('BuyerDetailsMissing')
  const details = { orderKey, buyer, acceptTerms: true }
  expect((await shop.post('/v2/orders/checkout', details, token)).status).toBe(200)
  expect((await shop.post('/groot/Orders/create-payment', pay, token)).status).toBe(200)
})

test('the comment of a ticket is in the list of its holder, and verifying says that it was used', async () => {
  const token = await shop.customer()
  const event = await shop.event()
  const bought = await purchase(shop, {
    token,
    station: 'paid',
    request: { event, placeIds: [1, 2] },
  })
  const [ticketIdentifier = '', other = ''] = bought.ticketIdentifiers
  const comment = 'ბებოსთან ერთად'
  expect(
    (await shop.post('/v2/tickets/comment', { ticketIdentifier, comment }, token)).status,
  ).toBe(200)
  const { tickets } = (await shop.get('/v2/tickets', token)).body
  const comments = new Map(
    tickets.map((each: { ticketIdentifier: string; comment: string }) => [
      each.ticketIdentifier,
      each.comment,
    ]),
  )
  expect(comments.get(ticketIdentifier)).toBe(comment)
  expect(comments.get(other)).toBe('')

  const usedAt = shop.context.clock.now()
  const { db } = shop.context
  const used = db.updateTable('ticket').set({ used_at: usedAt })
  await used.where('identifier', '=', ticketIdentifier).execute()
  const guest = await shop.guest()
  const verify = async (identifier: string) =>
    (await shop.get(`/v2/tickets/verify?ticketIdentifier=${identifier}`, guest)).body
  expect(await verify(ticketIdentifier)).toMatchObject({
    isValid: true,
    isUsed: true,
    usedAt: usedAt.toISOString(),
    opensDoor: false,
  })
  expect(await verify(other)).toMatchObject({ isUsed: false, usedAt: null, opensDoor: true })
})

test('an order passes Draft, Checkout and PaymentPending to Processed; otherwise it is failed, canceled or timed out', async () => {
  const event = await shop.event()
  const token = await shop.customer()
  let place = 0
  const reach = async (station: Station, before: () => void = () => undefined) => {
    place += 1
    const request = { event, placeIds: [place] }
    const { orderKey } = await purchase(shop, { token, station, request })
    before()
    const { order } = await expectOk(shop.get(`/groot/Orders/checkout/${orderKey}`, token))
    return [order.status, order.statusName]
  }
  expect(await reach('draft')).toEqual([0, 'Draft'])
  expect(await reach('checkout')).toEqual([5, 'Checkout'])
  expect(await reach('paying')).toEqual([6, 'PaymentPending'])
  expect(await reach('paid')).toEqual([1, 'Processed'])
  expect(await reach('declined')).toEqual([2, 'Failed'])
  expect(await reach('canceled')).toEqual([3, 'Canceled'])
  const unpaid = await reach('checkout', () => shop.context.clock.advance(3_600))
  expect(unpaid).toEqual([4, 'Timeout'])
})
