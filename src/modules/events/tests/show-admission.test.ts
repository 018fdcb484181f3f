/**
 * Goal: `/v2/Shows` and `/v2/Shows/new` report what a given access code and queue token open, and refuse invalid
 * ones by number. Method: the calls over HTTP on a real database, with a clock that the test advances.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCode, makeRule } from '#modules/sale-rules/tests/factories.ts'
import { makeQueue } from '#modules/queue/tests/factories.ts'
import { openShop, type Reply, type Shop, type ShopAnswer } from '../../../../tests/support/shop.ts'
import { makeEvent, type MadeEvent } from './factories.ts'
import { expireCaches } from '../../../../tests/support/cache-clock.ts'

let shop: Shop
let codeOnly: MadeEvent
let partly: MadeEvent
let hidden: MadeEvent
let queued: MadeEvent
let queuedQueue: number
let other: MadeEvent
const key = 'rehearsal-of-strays'

beforeAll(async () => {
  shop = await openShop()
  const { context } = shop
  codeOnly = await makeEvent(context)
  partly = await makeEvent(context)
  hidden = await makeEvent(context)
  queued = await makeEvent(context)
  other = await makeEvent(context)
  const show = (event: MadeEvent, set: { access: number; preview_key?: string }) =>
    context.db.updateTable('show').set(set).where('id', '=', event.showId).execute()
  await show(codeOnly, { access: 2 })
  await show(hidden, { access: 1, preview_key: key })
  await makeRule(
    context,
    'access-code',
    { eventId: partly.eventId },
    { keeps: 'parts', ticketTypeIds: [partly.seatTypes['a']?.ticketTypeId ?? 0] },
  )
  queuedQueue = await makeQueue(context, queued.showId, { admittedMax: 1, idleSeconds: 600 })
  await makeQueue(context, other.showId, { admittedMax: 9, idleSeconds: 600 })
  const about = { showId: codeOnly.showId }
  await makeCode(context, about, { code: 'STRAY-GOOD', quantity: 1 })
  await makeCode(context, about, { code: 'STRAY-OVER', quantity: 0 })
  await makeCode(context, about, { code: 'STRAY-OFF', isActive: false })
  await makeCode(context, { eventId: partly.eventId }, { code: 'STRAY-PART' })
})
afterAll(() => shop.close())

type Query = Readonly<Record<string, string | number>>

function ask(path: string, query: Query): Promise<ShopAnswer> {
  const words = new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, String(value)]),
  )
  return shop.get(`${path}?${words.toString()}`)
}

const show = (event: MadeEvent, query: Query = {}) =>
  ask('/v2/Shows', { itemId: event.showId, ...query })
const newest = (query: Query) => ask('/v2/Shows/new', query)

function expectError(answer: ShopAnswer, code: string, number?: number): void {
  expect({ code: answer.body.error?.code, number: answer.body.error?.number }).toEqual({
    code,
    number,
  })
}

async function join(event: MadeEvent): Promise<Reply> {
  // A queue admits at most five times a second.
  await expireCaches(220)
  return (await shop.post('/v2/shows/queue', { showId: event.showId })).body
}

test('reports no admission without a code and a token', async () => {
  const { body } = await show(codeOnly)
  expect(body.events).toHaveLength(1)
  expect(body).not.toHaveProperty('admission')
})

test('opens prices and sale of a show that requires a code', async () => {
  for (const answer of [
    await show(codeOnly, { accessCode: ' stray-good ' }),
    await newest({ itemId: codeOnly.showId, accessCode: 'STRAY-GOOD' }),
    await newest({ accessCode: 'STRAY-GOOD' }),
  ]) {
    expect(answer.status).toBe(200)
    const { admission } = answer.body
    expect(admission).toMatchObject({ showId: codeOnly.showId, isOpenedByCode: true })
    expect(admission.waitingRoom).toEqual({ state: 'Open', admittedUntil: null })
    const [event] = admission.events
    expect(event).toMatchObject({ eventId: codeOnly.eventId, canChoose: true, needs: [] })
    expect(event.ticketTypes.every((type: Reply) => type.needsAccessCode)).toBe(true)
    const totals = event.ticketTypes.map((type: Reply) => type.total.amount)
    expect(event.priceFrom.amount).toBe(Math.min(...totals))
    expect(event.priceTo.amount).toBe(Math.max(...totals))
  }
  const { waitingRoomToken } = await join(other)
  expectError(
    await show(codeOnly, { accessCode: 'STRAY-GOOD', waitingRoomToken }),
    'QueueTokenInvalid',
    12,
  )
})

test('opens a code’s part of an event, which has no price without it', async () => {
  const withCode = (await show(partly, { accessCode: 'STRAY-PART' })).body.admission.events[0]
  await makeQueue(shop.context, partly.showId, { admittedMax: 5 })
  await expireCaches(1_050)
  const { waitingRoomToken } = await join(partly)
  const without = (await show(partly, { waitingRoomToken })).body.admission.events[0]
  const ids = (event: Reply) => event.ticketTypes.map((type: Reply) => type.ticketTypeId)
  const kept = partly.seatTypes['a']?.ticketTypeId
  expect(ids(withCode)).toContain(kept)
  expect(ids(without)).not.toContain(kept)
  expect(without).toMatchObject({ canChoose: true, needs: [] })
})

test('refuses invalid and used-up codes', async () => {
  for (const accessCode of ['NO-SUCH', 'STRAY-OFF', 'STRAY-PART'])
    expectError(await show(codeOnly, { accessCode }), 'InvalidAccessCode', 15)
  expectError(await newest({ accessCode: 'NO-SUCH' }), 'InvalidAccessCode', 15)
  expectError(await show(codeOnly, { accessCode: 'STRAY-OVER' }), 'UsedAccessCode', 16)
})

test('opens a private show by its key, under either name', async () => {
  expectError(await show(hidden), 'NotFound')
  expectError(await show(hidden, { accessCode: 'wrong' }), 'NotFound')
  const byKey = await show(hidden, { previewKey: key })
  expect(byKey.body.showId).toBe(hidden.showId)
  const byCode = await show(hidden, { accessCode: key })
  expect(byCode.body.admission.events[0]).toMatchObject({ canChoose: true, needs: [] })
  const ids = (answer: ShopAnswer) => answer.body.items.map((item: Reply) => item.showId)
  expect(ids(await newest({}))).not.toContain(hidden.showId)
  expect(ids(await newest({ accessCode: key }))[0]).toBe(hidden.showId)
  expect(ids(await newest({ previewKey: key }))[0]).toBe(hidden.showId)
  expect(ids(await newest({ previewKey: key, category: 1 }))).not.toContain(hidden.showId)
})

test('reports a token’s position, and opens the sale after its admission', async () => {
  const inside = await join(queued)
  const waiting = await join(queued)
  expect([inside.state, waiting.state]).toEqual(['Admitted', 'Waiting'])
  const first = (await show(queued, { waitingRoomToken: inside.waitingRoomToken })).body.admission
  expect(first.waitingRoom).toEqual({ state: 'Admitted', admittedUntil: inside.admittedUntil })
  expect(first.events[0]).toMatchObject({ canChoose: true, needs: [] })
  const { body } = await newest({ waitingRoomToken: waiting.waitingRoomToken })
  expect(body.admission).toMatchObject({ showId: queued.showId, isOpenedByCode: false })
  expect(body.admission.waitingRoom).toEqual({ state: 'Waiting', admittedUntil: null })
  expect(body.admission.events[0]).toMatchObject({ canChoose: false, needs: ['WaitingRoomToken'] })
  // Reading does not bind the token: a session may still use it.
  const token = await shop.openGuest()
  const seats = [{ ticketTypeId: queued.seatTypes['a']?.ticketTypeId, placeId: 1 }]
  const { waitingRoomToken } = inside
  const choice = { eventId: queued.eventId, seats, waitingRoomToken }
  expect((await shop.post('/v2/Booking/choose-seat', choice, token)).status).toBe(200)
  await shop.context.db
    .updateTable('waiting_room_token')
    .set({ used_at: shop.context.clock.now() })
    .where('waiting_room_id', '=', queuedQueue)
    .execute()
  expectError(await show(queued, { waitingRoomToken }), 'QueueTokenAlreadyUsed', 18)
})

test('refuses invented tokens and those of another show', async () => {
  expectError(await show(queued, { waitingRoomToken: 'nothing' }), 'QueueTokenNotFound', 17)
  expectError(await newest({ waitingRoomToken: 'nothing' }), 'QueueTokenNotFound', 17)
  const { waitingRoomToken } = await join(other)
  expectError(await show(codeOnly, { waitingRoomToken }), 'QueueTokenInvalid', 12)
})

test('limits attempts with codes, keys and tokens', async () => {
  const answers: string[] = []
  const tried: Query[] = [{ accessCode: 'TRY' }, { previewKey: 'TRY' }, { waitingRoomToken: 'TRY' }]
  for (const query of tried)
    for (let count = 0; count < 9; count += 1)
      answers.push((await show(hidden, query)).body.error.code)
  expect(answers.at(-1)).toBe('TooManyRequests')
  expect((await show(codeOnly, { accessCode: 'STRAY-GOOD' })).status).toBe(429)
  expect((await show(codeOnly)).status).toBe(200)
})
