/**
 * Goal: the map tells places that are only held, and until when, from places that are sold. Method: events of forty seats and
 * two standing places, which are held or sold in each mixture.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { holdPlaces, sellPlaces } from '#modules/inventory/server/public-api.ts'
import { expireCaches } from '../../../../tests/support/cache-clock.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'
import { makeEvent, smallLayout, type MadeEvent } from './factories.ts'

let shop: Shop

beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const seats = Array.from({ length: 40 }, (_, index) => index + 1)
const nothing = { everything: null, pools: [] }
const after = (minutes: number) =>
  new Date(shop.context.clock.now().getTime() + minutes * 60_000).toISOString()

function part(event: MadeEvent, places: readonly number[], quantity: number) {
  const pools = quantity > 0 ? [{ poolId: 1, quantity }] : []
  const { offeringId } = event
  return { holdId: shop.context.random.uuid(), offeringId, legFrom: 0, legTo: 1, places, pools }
}

async function sell(...sold: Parameters<typeof part>): Promise<void> {
  const answer = await sellPlaces(shop.context, [part(...sold)])
  if (!answer.ok) throw new Error('They are free')
}

async function hold(minutes: number, ...held: Parameters<typeof part>): Promise<void> {
  const [answer] = await holdPlaces(shop.context, [
    { ...part(...held), until: new Date(after(minutes)) },
  ])
  if (!answer?.ok) throw new Error('They are free')
}

async function heldUntil(event: MadeEvent): Promise<unknown> {
  await expireCaches(2_100)
  const { body } = await shop.get(`/v2/Events/Map?eventId=${event.eventId}`)
  return body.heldUntil
}

const open = () => makeEvent(shop.context, { layout: smallLayout({ poolCapacity: 2 }) })

test('free places: nothing is said, whatever is held beside them', async () => {
  const event = await open()
  expect(await heldUntil(event)).toEqual(nothing)
  await hold(10, event, [1, 2], 1)
  expect(await heldUntil(event)).toEqual(nothing)
})

test('a kind of ticket that is held is told beside free seats', async () => {
  const event = await open()
  await sell(event, [], 1)
  await hold(10, event, [], 1)
  expect(await heldUntil(event)).toEqual({
    everything: null,
    pools: [{ poolId: 1, until: after(10) }],
  })
})

test('all sold is sold out', async () => {
  const event = await open()
  await sell(event, seats, 2)
  expect(await heldUntil(event)).toEqual(nothing)
})

test('all taken and some only held: the first end counts, and then they are free', async () => {
  const event = await open()
  await sell(event, seats.slice(2), 1)
  await hold(12, event, [1], 0)
  await hold(5, event, [2], 0)
  await hold(9, event, [], 1)
  expect(await heldUntil(event)).toEqual({
    everything: after(5),
    pools: [{ poolId: 1, until: after(9) }],
  })
  shop.context.clock.advance(5 * 60)
  expect(await heldUntil(event)).toEqual({
    everything: null,
    pools: [{ poolId: 1, until: after(4) }],
  })
  shop.context.clock.advance(5 * 60)
  expect(await heldUntil(event)).toEqual(nothing)
})

test('a buyer is not told that their own places are held by others', async () => {
  const event = await open()
  await sell(event, seats, 0)
  const ticketTypeId = event.poolTypes[1]?.ticketTypeId
  const { eventId } = event
  const order = await shop.post('/v2/Booking/choose-seat', {
    eventId,
    places: [{ ticketTypeId, quantity: 2 }],
  })
  const { orderKey, accessToken } = order.body
  expect(await heldUntil(event)).toMatchObject({ everything: expect.any(String) })
  const own = await shop.get(`/v2/Events/Map?eventId=${eventId}&orderKey=${orderKey}`, accessToken)
  expect(own.status).toBe(200)
  expect(own.body.heldUntil).toEqual(nothing)
})
