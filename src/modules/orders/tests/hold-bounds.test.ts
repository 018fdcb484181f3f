/**
 * Goal: nobody holds seats indefinitely or in large numbers without paying. Method: calls on a real database with a
 * controlled clock: attempts that are declined, retried and extended; many sessions of one device, network and phone.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderStatus } from '#contract/enumerations.ts'
import { invariant } from '#kernel/result.ts'
import { makeEvent, type MadeEvent } from '#modules/events/tests/factories.ts'
import { inTransaction } from '#platform/context.ts'
import { openShop, type Reply, type Shop } from '../../../../tests/support/shop.ts'
import { copyOrderForRetry, lockOrder, moveOrder } from '../server/public-api.ts'

let shop: Shop

beforeAll(async () => {
  shop = await openShop({
    HOLD_MINUTES_MAX: '45',
    HELD_PLACES_PER_SESSION_MAX: '6',
    HELD_PLACES_PER_NETWORK_MAX: '10',
    UNPAID_ORDERS_PER_PHONE_MAX: '2',
    TRUST_PROXY: 'true',
  })
})
afterAll(() => shop.close())

interface Sender {
  readonly address: string
  readonly agent?: string
}

async function send(path: string, body: unknown, from: Sender, token?: string) {
  const response = await shop.app.inject({
    method: 'POST',
    url: `${path}?api_key=demo-web`,
    headers: {
      'accept-language': 'en',
      'user-agent': from.agent ?? 'one browser',
      'x-forwarded-for': from.address,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    payload: body as object,
  })
  return { status: response.statusCode, body: response.json() as Reply }
}

function seatsOf(event: MadeEvent, placeIds: readonly number[]) {
  const ticketTypeId = event.seatTypes['a']?.ticketTypeId
  return { eventId: event.eventId, seats: placeIds.map((placeId) => ({ ticketTypeId, placeId })) }
}

function choose(event: MadeEvent, from: Sender, ...placeIds: number[]) {
  return send('/v2/Booking/choose-seat', seatsOf(event, placeIds), from)
}

function checkOut(made: Reply, from: Sender, phone: string) {
  const buyer = { name: 'Nino', email: 'nino@example.com', phone }
  const body = { orderKey: made.orderKey, buyer, acceptTerms: true }
  return send('/v2/orders/checkout', body, from, made.accessToken)
}

/** The bank declines, and the buyer retries. */
function declineAndRetry(orderKey: string) {
  return inTransaction(shop.context, async (context) => {
    const locked = await lockOrder(context, { orderKey })
    invariant(locked.ok, 'the order is there')
    const paying = await moveOrder(
      context,
      locked.value,
      orderStatus.PaymentPending,
      'payment-started',
    )
    invariant(paying.ok, 'the order goes to pay')
    const failed = await moveOrder(context, paying.value, orderStatus.Failed, 'payment-failed')
    invariant(failed.ok, 'the payment fails')
    return copyOrderForRetry(context, failed.value)
  })
}

test('a seat is free again after the limit, whatever is declined, retried and extended', async () => {
  const event = await makeEvent(shop.context)
  const from = { address: '198.51.100.1' }
  const began = shop.context.clock.now().getTime()
  const made = await choose(event, from, 1)
  expect((await checkOut(made.body, from, '+995555000001')).status).toBe(200)
  let orderKey: string = made.body.orderKey
  let code = ''
  for (let turn = 0; turn < 20 && code === ''; turn += 1) {
    shop.context.clock.advance(265)
    const extended = await send(
      '/v2/orders/reserve/permanent',
      { orderKey },
      from,
      made.body.accessToken,
    )
    const deadline = extended.status === 200 ? Date.parse(extended.body.deadlineAt) : began
    expect(deadline - began).toBeLessThanOrEqual(45 * 60_000)
    const again = await declineAndRetry(orderKey)
    if (again.ok) {
      orderKey = again.value.orderKey
      expect(again.value.deadlineAt.getTime() - began).toBeLessThanOrEqual(45 * 60_000)
    } else code = again.code
  }
  expect(code).toBe('HoldTimeOver')
  // Less than a minute was left.
  shop.context.clock.set(new Date(began + 45 * 60_000))
  const other = await choose(event, { address: '198.51.100.2' }, 1)
  expect(other.status).toBe(200)
})

test('the sessions of one network hold so many places and no more, in parallel too, whatever browser they name', async () => {
  const event = await makeEvent(shop.context)
  const from = { address: '203.0.113.5' }
  const answers = await Promise.all(
    Array.from({ length: 14 }, (_, index) =>
      choose(event, { ...from, agent: `browser ${index}` }, index + 1),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
  const refused = answers.find(({ status }) => status !== 200)
  expect(refused).toMatchObject({ status: 429, body: { error: { code: 'TooMuchHeld' } } })
  expect((await choose(event, { address: '203.0.113.6' }, 15)).status).toBe(200)
  // Expired holds do not count.
  shop.context.clock.advance(16 * 60)
  expect((await choose(event, from, 16)).status).toBe(200)
})

test('one session holds so many places and no more, whatever browser and network it names', async () => {
  const event = await makeEvent(shop.context)
  const from = { address: '203.0.113.15' }
  const made = await choose(event, from, 1, 2, 3, 4)
  const again = (sender: Sender, ...placeIds: number[]) =>
    send('/v2/Booking/choose-seat', seatsOf(event, placeIds), sender, made.body.accessToken)
  expect((await again(from, 5, 6, 7)).status).toBe(429)
  expect((await again({ ...from, agent: 'another browser' }, 5, 6, 7)).status).toBe(429)
  // An order's places count where it was opened.
  const elsewhere = { address: '203.0.113.16' }
  const { orderKey } = made.body
  const added = await send(
    '/v2/Booking/choose-seat',
    { ...seatsOf(event, [5, 6, 7]), orderKey },
    elsewhere,
    made.body.accessToken,
  )
  expect(added.status).toBe(429)
  expect((await again(from, 5, 6)).status).toBe(200)
})

test('a household of IPv6 is one network, and a failed order counts until it is repeated', async () => {
  const event = await makeEvent(shop.context)
  const first = await choose(event, { address: '2001:db8:1:ff01::1' }, 1, 2, 3, 4, 5)
  expect(first.status).toBe(200)
  const next = { address: '2001:db8:1:ffaa::9', agent: 'another' }
  const second = await choose(event, next, 6, 7, 8, 9, 10)
  expect(second.status).toBe(200)
  expect((await checkOut(second.body, next, '+995555000002')).status).toBe(200)
  expect((await declineAndRetry(second.body.orderKey)).ok).toBe(true)
  expect((await choose(event, { address: '2001:db8:1:ff02::7' }, 11)).status).toBe(429)
  expect((await choose(event, { address: '2001:db8:1:fe02::7' }, 11)).status).toBe(200)
})

test('one phone has so many unpaid orders, however it is written', async () => {
  const event = await makeEvent(shop.context)
  const phones = ['+995 555 77 88 99', '555778899', '995555778899']
  const answers: number[] = []
  for (const [index, phone] of phones.entries()) {
    const from = { address: `192.0.2.${index + 1}` }
    const made = await choose(event, from, index + 1)
    const out = await checkOut(made.body, from, phone)
    answers.push(out.status)
    // The same order with corrected details is no other order.
    if (index === 0) expect((await checkOut(made.body, from, phone)).status).toBe(200)
  }
  expect(answers).toEqual([200, 200, 429])
})

test('what one call chooses and may not check out is free at once', async () => {
  const event = await makeEvent(shop.context)
  const phone = '+995555112233'
  const from = (index: number) => ({ address: `192.0.2.${index + 50}` })
  for (const index of [1, 2])
    await checkOut((await choose(event, from(index), index)).body, from(index), phone)
  const mine = (await choose(event, from(3), 5)).body
  const atOnce = (placeId: number, sender: Sender, order?: Reply) =>
    send(
      '/groot/Orders/checkout-new',
      {
        eventId: event.eventId,
        seats: [{ ticketTypeId: event.seatTypes['a']?.ticketTypeId, placeId }],
        buyer: { name: 'Nino', email: 'nino@example.com', phone },
        acceptTerms: true,
        ...(order && { orderKey: order.orderKey }),
      },
      sender,
      order?.accessToken,
    )
  expect((await atOnce(8, from(4))).body.error.code).toBe('TooMuchHeld')
  expect((await atOnce(9, from(3), mine)).body.error.code).toBe('TooMuchHeld')
  const others = from(5)
  expect((await choose(event, others, 8)).status).toBe(200)
  expect((await choose(event, others, 9)).status).toBe(200)
  // The order keeps its earlier places.
  expect((await choose(event, others, 5)).body.error.code).toBe('SeatNotAvailable')
})

test('who gives no phone has so many unpaid orders by e-mail', async () => {
  const event = await makeEvent(shop.context)
  const answers: number[] = []
  for (const index of [1, 2, 3]) {
    const from = { address: `192.0.2.${index + 10}` }
    const made = await choose(event, from, index)
    answers.push((await checkOut(made.body, from, '')).status)
  }
  expect(answers).toEqual([200, 200, 429])
})
