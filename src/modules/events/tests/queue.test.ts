/**
 * Goal: a queue admits a limited number at once, in the order of joining, and nobody can bypass it. Method: the
 * calls over HTTP on a real database, with a clock that the test advances.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendCodeMessage } from '#modules/accounts/server/public-api.ts'
import { findOrder, moveOrder } from '#modules/orders/server/public-api.ts'
import { makeQueue } from '#modules/queue/tests/factories.ts'
import { ok } from '#kernel/result.ts'
import { inTransaction } from '#platform/context.ts'
import { openShop, type Reply, type Shop, type ShopAnswer } from '../../../../tests/support/shop.ts'
import { makeEvent, type MadeEvent } from './factories.ts'
import { expireCaches } from '../../../../tests/support/cache-clock.ts'

let shop: Shop
let one: MadeEvent
let three: MadeEvent
let crowded: MadeEvent
let other: MadeEvent
let lapsing: MadeEvent
let phoned: MadeEvent
let crowdedQueue: number
let phonedQueue: number

beforeAll(async () => {
  shop = await openShop()
  const { context } = shop
  one = await makeEvent(context)
  three = await makeEvent(context)
  crowded = await makeEvent(context)
  other = await makeEvent(context)
  lapsing = await makeEvent(context)
  phoned = await makeEvent(context)
  await makeQueue(context, one.showId, { admittedMax: 10 })
  await makeQueue(context, three.showId, { admittedMax: 1, idleSeconds: 60, admittedMinutes: 5 })
  crowdedQueue = await makeQueue(context, crowded.showId, { admittedMax: 7 })
  await makeQueue(context, other.showId, { admittedMax: 10 })
  await makeQueue(context, lapsing.showId, { admittedMax: 10, idleSeconds: 3_600 })
  const asking = { admittedMax: 2, idleSeconds: 3_600, asksPhone: true }
  phonedQueue = await makeQueue(context, phoned.showId, asking)
})
afterAll(() => shop.close())

/** Admissions and counts are updated at most five times a second. */
const moment = () => expireCaches(220)

async function join(event: MadeEvent, waitingRoomToken?: string): Promise<Reply> {
  const body = { showId: event.showId, waitingRoomToken }
  return (await shop.post('/v2/shows/queue', body)).body
}

async function look(waitingRoomToken: string): Promise<Reply> {
  return (await shop.get(`/v2/shows/get?waitingRoomToken=${waitingRoomToken}`)).body
}

/** An admitted token. */
async function admitted(event: MadeEvent): Promise<string> {
  await moment()
  const { waitingRoomToken, state } = await join(event)
  expect(state).toBe('Admitted')
  return waitingRoomToken
}

function choose(
  event: MadeEvent,
  options: { placeId: number; waitingRoomToken?: string; orderKey?: string; token?: string },
): Promise<ShopAnswer> {
  const { placeId, token, ...rest } = options
  const ticketTypeId = event.seatTypes['a']?.ticketTypeId ?? 0
  const seats = [{ ticketTypeId, placeId }]
  return shop.post('/v2/Booking/choose-seat', { eventId: event.eventId, seats, ...rest }, token)
}

function expectError(answer: ShopAnswer, code: string, errorNumber: number): void {
  expect({ code: answer.body.error?.code, number: answer.body.error?.number }).toEqual({
    code,
    number: errorNumber,
  })
}

describe('a token', () => {
  test('is required for this show, after admission, and bound to its first session', async () => {
    expectError(await choose(one, { placeId: 1 }), 'QueueTokenNotFound', 17)
    expectError(await choose(one, { placeId: 1, waitingRoomToken: 'x' }), 'QueueTokenNotFound', 17)
    const foreign = await join(other)
    const waitingRoomToken = foreign.waitingRoomToken
    expectError(await choose(one, { placeId: 1, waitingRoomToken }), 'QueueTokenInvalid', 12)
    const mine = await admitted(one)
    const taken = await choose(one, { placeId: 1, waitingRoomToken: mine })
    expect(taken.status).toBe(200)
    const stranger = await choose(one, { placeId: 2, waitingRoomToken: mine })
    expectError(stranger, 'QueueTokenInvalid', 12)
  })

  test('is valid for one order, not for a second one or after a purchase', async () => {
    const waitingRoomToken = await admitted(one)
    const first = await choose(one, { placeId: 3, waitingRoomToken })
    const { orderKey, accessToken: token } = first.body
    const second = await choose(one, { placeId: 4, waitingRoomToken, token })
    expectError(second, 'QueueTokenAlreadyUsed', 18)
    const more = await choose(one, { placeId: 4, waitingRoomToken, orderKey, token })
    expect(more.status).toBe(200)
    const order = await findOrder(shop.context, { orderKey })
    await inTransaction(shop.context, async (inside) => {
      if (!order) throw new Error('the order is there')
      await moveOrder(inside, order, 5, 'checkout')
      return ok(await moveOrder(inside, { ...order, status: 5 }, 1, 'nothing-to-pay'))
    })
    // Used together with the sale, so that the next visitor is admitted.
    expect(await look(waitingRoomToken)).toMatchObject({ state: 'Used' })
    const later = await choose(one, { placeId: 5, waitingRoomToken, orderKey, token })
    expectError(later, 'QueueTokenAlreadyUsed', 18)
  })

  test('gives two tabs one order, and releases the other place', async () => {
    const waitingRoomToken = await admitted(one)
    const token = await shop.openGuest()
    const answers = await Promise.all(
      [10, 11, 12, 13].map((placeId) => choose(one, { placeId, waitingRoomToken, token })),
    )
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    const lines = await shop.context.db
      .selectFrom('place_leg')
      .select('place_id')
      .where('offering_id', '=', one.offeringId)
      .where('place_id', 'in', [10, 11, 12, 13])
      .where('state', '=', 1)
      .execute()
    expect(lines).toHaveLength(1)
  })

  test('can be used again when its order ended without a purchase', async () => {
    const waitingRoomToken = await admitted(lapsing)
    const first = await choose(lapsing, { placeId: 1, waitingRoomToken })
    const token = first.body.accessToken
    const { orderKey } = first.body
    await shop.post('/v2/orders/unreserve', { orderKey, cancel: true }, token)
    const again = await choose(lapsing, { placeId: 2, waitingRoomToken, token })
    expect(again.status).toBe(200)
  })

  test('is required by every call that holds places', async () => {
    const token = await shop.openGuest()
    const request = {
      eventId: one.eventId,
      quantity: 1,
      ticketTypeId: one.seatTypes['b']?.ticketTypeId,
    }
    const { orderKey } = (await shop.post('/v2/orders/InitializeOrder', request, token)).body
    const ticketTypeId = one.seatTypes['a']?.ticketTypeId ?? 0
    const seats = { eventId: one.eventId, seats: [{ ticketTypeId, placeId: 17 }] }
    const buyer = { name: 'Nino', email: 'nino@example.com', phone: '+995555000000' }
    const details = { buyer, acceptTerms: true, externalReference: 'P-1' }
    for (const [path, body] of [
      ['/v2/orders/reserve', { ...seats, orderKey }],
      ['/v2/orders/reserverandom', {}],
      ['/groot/Orders/checkout-new', { ...seats, ...details }],
      ['/groot/Orders/integration-check-out?api_key=demo-partner', { ...seats, ...details }],
    ] as const)
      expectError(await shop.post(path, body, token), 'QueueTokenNotFound', 17)
    const waitingRoomToken = await admitted(one)
    const best = await shop.post('/v2/orders/reserverandom', { waitingRoomToken }, token)
    expect(best.status).toBe(200)
  })
})

describe('the queue', () => {
  test('admits in order; idle and expired places are lost', async () => {
    const [first, second, third] = [await join(three), await join(three), await join(three)]
    await moment()
    expect(await look(first.waitingRoomToken)).toMatchObject({ state: 'Admitted', position: null })
    expect(await look(second.waitingRoomToken)).toMatchObject({ state: 'Waiting', position: 1 })
    expect(await look(third.waitingRoomToken)).toMatchObject({ position: 2, waitingCount: 2 })
    const early = { placeId: 1, waitingRoomToken: second.waitingRoomToken }
    expectError(await choose(three, early), 'QueueTokenInvalid', 12)
    // Joining again with the token keeps the place; without it means the end of the queue.
    expect(await join(three, second.waitingRoomToken)).toMatchObject({ position: 1 })
    // The first one sends nothing for a minute; the others poll in between.
    shop.context.clock.advance(40)
    await look(second.waitingRoomToken)
    await look(third.waitingRoomToken)
    shop.context.clock.advance(30)
    await moment()
    expect(await look(second.waitingRoomToken)).toMatchObject({ state: 'Admitted' })
    expect(await look(third.waitingRoomToken)).toMatchObject({ position: 1 })
    expect(await look(first.waitingRoomToken)).toMatchObject({ state: 'Gone' })
    // The second one keeps polling, until the five minutes are over.
    for (let minute = 0; minute < 10; minute += 1) {
      shop.context.clock.advance(31)
      await look(second.waitingRoomToken)
      await look(third.waitingRoomToken)
    }
    await moment()
    expect(await look(third.waitingRoomToken)).toMatchObject({ state: 'Admitted' })
    expect(await look(second.waitingRoomToken)).toMatchObject({ state: 'Gone' })
    const late = { placeId: 1, waitingRoomToken: second.waitingRoomToken }
    expectError(await choose(three, late), 'QueueTokenInvalid', 12)
    // Leaving gives the place to the next.
    const fourth = await join(three)
    const body = { waitingRoomToken: third.waitingRoomToken }
    const left = await shop.send({ method: 'DELETE', path: '/v2/shows/queue', body })
    expect(left.body).toMatchObject({ state: 'Gone' })
    await moment()
    expect(await look(fourth.waitingRoomToken)).toMatchObject({ state: 'Admitted' })
  })

  test('admits concurrent joins up to the capacity, in order', async () => {
    const joined = await Promise.all(Array.from({ length: 60 }, () => join(crowded)))
    await moment()
    const states = await Promise.all(joined.map((token) => look(token.waitingRoomToken)))
    expect(states.filter((state) => state.state === 'Admitted')).toHaveLength(7)
    const rows = await tokensOf(crowdedQueue)
    const inside = rows.filter((row) => row.admitted_at !== null).map((row) => row.id)
    expect(inside).toEqual(rows.slice(0, 7).map((row) => row.id))
    const positions = states.flatMap((state) => state.position ?? []).toSorted((a, b) => a - b)
    expect(positions).toEqual(Array.from({ length: 53 }, (_, index) => index + 1))
  })

  test('reports a show without a queue as open, and an invented token as invalid', async () => {
    const plain = await makeEvent(shop.context)
    const open = await shop.get(`/v2/shows/get?showId=${plain.showId}`)
    expect(open.body).toMatchObject({ state: 'Open', waitingCount: 0 })
    expect((await join(plain)).waitingRoomToken).toBeNull()
    expect((await choose(plain, { placeId: 1 })).status).toBe(200)
    expectError(await shop.get('/v2/shows/get?waitingRoomToken=nobody'), 'QueueTokenNotFound', 17)
    const map = await shop.get(`/v2/Events/Map?eventId=${one.eventId}`)
    expect(map.body.hasWaitingRoom).toBe(true)
  })
})

function tokensOf(queueId: number) {
  return shop.context.db
    .selectFrom('waiting_room_token')
    .select(['id', 'admitted_at'])
    .where('waiting_room_id', '=', queueId)
    .orderBy('id')
    .execute()
}

describe('a queue that requires a phone', () => {
  const sms = (texts: string[]) => ({
    send: async ({ text }: { text: string }) => void texts.push(text),
  })

  async function passFor(event: MadeEvent, phone: string): Promise<string> {
    shop.context.clock.advance(61)
    const body = { showId: event.showId, phone }
    const asked = await shop.post('/v2/shows/send-otp', body)
    expect(asked.body).toMatchObject({ phoneHint: expect.any(String) })
    const { codeId } = asked.body
    const texts: string[] = []
    await sendCodeMessage(shop.context, sms(texts), { codeId, locale: 'en' })
    const code = /\d{6}/.exec(texts[0] ?? '')?.[0]
    const given = { showId: event.showId, codeId, code }
    const proved = await shop.post('/v2/shows/validate-otp', given)
    expect(proved.body).toMatchObject({ phonePass: expect.any(String) })
    const again = await shop.post('/v2/shows/validate-otp', given)
    expect(again.body.error.code).toBe('CodeWrong')
    return proved.body.phonePass
  }

  test('gives one place to one phone in several browsers', async () => {
    const event = phoned
    const { showId } = event
    expect((await shop.post('/v2/shows/queue', { showId })).body.error.code).toBe(
      'PhoneNotConfirmed',
    )
    const unasked = await shop.post('/v2/shows/send-otp', {
      showId: one.showId,
      phone: '+995555000001',
    })
    expect(unasked.status).toBe(404)
    const [first, second] = [
      await passFor(event, '+995555000001'),
      // The same phone in another notation.
      await passFor(event, '+995 00555 00-00-01'),
    ]
    // A pass can be used once, also in concurrent requests.
    const presses = await Promise.all(
      Array.from({ length: 20 }, () => shop.post('/v2/shows/queue', { showId, phonePass: first })),
    )
    expect(presses.filter(({ status }) => status === 200)).toHaveLength(1)
    const joined = presses.find(({ status }) => status === 200)?.body
    const another = await shop.post('/v2/shows/queue', {
      showId,
      phonePass: await passFor(event, '+995555000002'),
    })
    expect(another.status).toBe(200)
    const moved = await shop.post('/v2/shows/queue', { showId, phonePass: second })
    expect(moved.status).toBe(200)
    expect(
      (await shop.get(`/v2/shows/get?waitingRoomToken=${joined.waitingRoomToken}`)).status,
    ).toBe(404)
    const tokens = await shop.context.db
      .selectFrom('waiting_room_token')
      .select('id')
      .where('waiting_room_id', '=', phonedQueue)
      .execute()
    expect(tokens).toHaveLength(2)
  })
})
