/**
 * Goal: one order holds the same place on several leg ranges, and several offerings of several sources, each part
 * independently. Method: parallel journeys on a real database; the inventory is compared with the order lines.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { invariant } from '#kernel/result.ts'
import { makeGuest } from '#modules/events/tests/factories.ts'
import { createOffering, holdPlaces } from '#modules/inventory/server/public-api.ts'
import { openTestContext, type TestContext } from '../../../../tests/support/context.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import {
  releaseOrder,
  takeOffer,
  presentOrder,
  takeOffers,
  requestFor,
  type Order,
} from '../server/public-api.ts'
import { journeySource, type JourneyPlaces } from './journey-source.ts'

const [boat, train] = [journeySource('boat'), journeySource('train')]
let context: TestContext
let close: () => Promise<void>

beforeAll(async () => {
  const database = await testDatabase()
  context = await openTestContext(database.url)
  close = async () => {
    await context.close()
    await database.drop()
  }
})
afterAll(() => close())

const guest = async () => context.as(await makeGuest(context))
const offering = (holdSeconds?: number) =>
  createOffering(context, {
    legCount: 4,
    placeCount: 3,
    pools: [{ poolId: 1, capacity: 2 }],
    holdSeconds,
  })
const take = (as: TestContext, offeringId: number, parts: readonly JourneyPlaces[], key?: string) =>
  takeOffer(as, boat, { request: { offeringId, parts }, orderKey: key })

/** Held legs of each place, and the quantity taken of the deck on each leg. */
async function held(offeringId: number) {
  const { rows } = await sql<{ place: number; legs: string }>`
    select place_id as place, string_agg(leg::text, '' order by leg) as legs from place_leg
    where offering_id = ${offeringId} and state = 1 group by place_id order by place_id`.execute(
    context.db,
  )
  const pools = await sql<{ taken: number }>`
    select taken from pool_leg where offering_id = ${offeringId} order by leg`.execute(context.db)
  return {
    places: Object.fromEntries(rows.map(({ place, legs }) => [place, legs])),
    deck: pools.rows.map(({ taken }) => taken),
  }
}

function valueOf(taken: { readonly ok: boolean; readonly value?: Order }): Order {
  invariant(taken.ok && taken.value, `the places are free: ${JSON.stringify(taken)}`)
  return taken.value
}

test('one seat on two stretches is two lines with their own fees; one goes back, the other stays', async () => {
  const [as, offeringId] = [await guest(), await offering()]
  const order = valueOf(
    await take(as, offeringId, [
      { legFrom: 0, legTo: 1, places: [1], deck: 1 },
      { legFrom: 2, legTo: 4, places: [1, 2], deck: 1 },
    ]),
  )
  expect(await held(offeringId)).toEqual({
    places: { 1: '023', 2: '23' },
    deck: [1, 0, 1, 1],
  })
  const { orderKey } = order
  const again = valueOf(
    await take(as, offeringId, [{ legFrom: 0, legTo: 1, places: [1] }], orderKey),
  )
  expect(again.totalMinor).toBe(order.totalMinor)
  const more = valueOf(
    await take(as, offeringId, [{ legFrom: 1, legTo: 2, places: [1] }], orderKey),
  )
  const seat = (one: Order, legFrom: number) =>
    one.lines.find((line) => line.placeId === 1 && line.legFrom === legFrom)?.id ?? 0
  expect((await held(offeringId)).places[1]).toBe('0123')
  const left = valueOf(
    await releaseOrder(as, { orderKey, lineIds: [seat(more, 2)], cancel: false }),
  )
  expect((await held(offeringId)).places).toEqual({ 1: '01', 2: '23' })
  const fees = left.lines.filter(({ kind }) => kind === 'Service')
  expect(
    fees.map(({ legFrom, legTo, quantity, amountMinor }) => [
      legFrom,
      legTo,
      quantity,
      amountMinor,
    ]),
  ).toEqual([
    [0, 1, 2, 40],
    [2, 4, 2, 80],
    [1, 2, 1, 20],
  ])
  const deck = left.lines.find((line) => line.poolId === 1 && line.legFrom === 0)
  await releaseOrder(as, { orderKey, lineIds: [deck?.id ?? 0], cancel: false })
  expect((await held(offeringId)).deck).toEqual([0, 0, 1, 1])
})

test('overlapping stretches of one seat are taken, also by oneself', async () => {
  const [as, offeringId] = [await guest(), await offering()]
  const { orderKey } = valueOf(await take(as, offeringId, [{ legFrom: 1, legTo: 3, places: [1] }]))
  const refusal = { code: 'SeatNotAvailable', detail: { placeIds: [1] } }
  const overlapping = [{ legFrom: 2, legTo: 4, places: [1] }]
  expect(await take(as, offeringId, overlapping, orderKey)).toMatchObject(refusal)
  expect(await take(await guest(), offeringId, overlapping)).toMatchObject(refusal)
  const twice = [...overlapping, { legFrom: 3, legTo: 4, places: [1, 2] }]
  expect(await take(await guest(), offeringId, twice)).toMatchObject(refusal)
  expect(
    await take(await guest(), offeringId, [
      { legFrom: 0, legTo: 2, deck: 2 },
      { legFrom: 1, legTo: 3, deck: 1 },
    ]),
  ).toMatchObject({ code: 'SeatNotAvailable', detail: { poolIds: [1] } })
  expect(await held(offeringId)).toEqual({ places: { 1: '12' }, deck: [0, 0, 0, 0] })
})

test('several sources in one order: all or none, or what there is, until one deadline', async () => {
  const [as, short, long, full] = [
    await guest(),
    await offering(),
    await offering(),
    await offering(),
  ]
  const holdId = context.random.uuid()
  const until = new Date(context.clock.now().getTime() + 600_000)
  await holdPlaces(context, [
    { holdId, offeringId: full, legFrom: 1, legTo: 2, places: [1], pools: [], until },
  ])
  const seat = { legFrom: 0, legTo: 2, places: [1] }
  const requests = [
    requestFor(boat, { offeringId: long, parts: [{ ...seat, deck: 1 }], merchantId: 8 }),
    requestFor(train, { offeringId: full, parts: [seat], itemId: 5 }),
    requestFor(train, { offeringId: short, parts: [seat], itemId: 5, holdSeconds: 300 }),
  ]
  const strict = await takeOffers(as, requests, { isAllOrNothing: true })
  expect(strict).toMatchObject({ code: 'SeatNotAvailable', detail: { placeIds: [1] } })
  expect([await held(short), await held(long)]).toEqual(
    [0, 1].map(() => ({ places: {}, deck: [0, 0, 0, 0] })),
  )
  const taken = await takeOffers(as, requests, { isAllOrNothing: false })
  invariant(taken.ok, 'something is free')
  const { order, refused } = taken.value
  expect([...refused.keys()]).toEqual([1])
  expect(order.deadlineAt).toEqual(new Date(context.clock.now().getTime() + 300_000))
  const tickets = order.lines.filter(({ kind }) => kind === 'Ticket')
  expect(tickets.map(({ source, merchantId }) => [source, merchantId])).toEqual([
    ['boat', 8],
    ['boat', 8],
    ['train', 7],
  ])
  expect(order.totalMinor).toBe(3 * (1_000 + 40))
  // Requests for the same offering succeed or fail together; the deadline stays.
  const more = await takeOffers(
    as,
    [
      requestFor(boat, { offeringId: long, parts: [{ legFrom: 2, legTo: 3, places: [2] }] }),
      requestFor(boat, { offeringId: long, parts: [{ legFrom: 0, legTo: 1, places: [3] }] }),
      requestFor(train, { offeringId: short, parts: [{ legFrom: 2, legTo: 3, places: [1] }] }),
    ],
    { isAllOrNothing: true, orderKey: order.orderKey },
  )
  // A boat of merchant 8 and one of merchant 7 cannot be in one order.
  expect(more).toMatchObject({ code: 'TicketTypesMerchantsNotMet' })
  const alone = await takeOffers(as, [requests[1] as (typeof requests)[0]], {
    isAllOrNothing: false,
  })
  expect(alone).toMatchObject({ code: 'SeatNotAvailable' })
})

test('an order shows all that it is for, each with its own times and money', async () => {
  const [as, one, two] = [await guest(), await offering(), await offering()]
  const taken = await takeOffers(
    as,
    [
      requestFor(boat, {
        offeringId: one,
        itemId: 5,
        merchantId: 8,
        parts: [
          { legFrom: 0, legTo: 1, places: [1] },
          { legFrom: 2, legTo: 4, places: [1], deck: 2 },
        ],
      }),
      // The same number at another source is another item.
      requestFor(train, {
        offeringId: two,
        itemId: 5,
        parts: [{ legFrom: 1, legTo: 2, places: [2] }],
      }),
    ],
    { isAllOrNothing: true },
  )
  invariant(taken.ok, 'the places are free')
  const { order } = taken.value
  const ports = { sources: [boat, train], paymentWays: () => [] }
  const view = await presentOrder(as, ports, order)
  expect(
    view.items.map(({ source, legFrom, legTo, name, startsAt, endsAt, ticketCount, amount }) => [
      `${source} ${legFrom}-${legTo} ${name}`,
      `${startsAt.slice(11, 16)} ${endsAt?.slice(11, 16)}`,
      ticketCount,
      amount.amount,
    ]),
  ).toEqual([
    ['boat 0-1 Pier 0 – Pier 1', '06:00 07:00', 1, 520],
    ['boat 2-4 Pier 2 – Pier 4', '08:00 10:00', 3, 3_120],
    ['train 1-2 Pier 1 – Pier 2', '07:00 08:00', 1, 520],
  ])
  expect(view.items[1]?.about).toMatchObject({ kind: 'journey', vehicle: 'Kometa' })
  expect(view.items[1]?.where).toMatch(/^.+ → .+$/)
  expect(view.byMerchant.map(({ merchantId, amount }) => [merchantId, amount.amount])).toEqual([
    [8, 3_500],
    [null, 160],
    [7, 500],
  ])
  expect(view.items.flatMap(({ lineIds }) => lineIds).toSorted()).toEqual(
    view.lines.map(({ lineId }) => lineId).toSorted(),
  )
  expect(view.totals.total.amount).toBe(4_160)
})

test('orders over the same offerings in any order of requests never wait in a circle', async () => {
  const offerings = [await offering(), await offering(), await offering()]
  const buyers = await Promise.all(Array.from({ length: 24 }, guest))
  const answers = await Promise.all(
    buyers.map((as, index) => {
      const requests = offerings.map((offeringId) =>
        requestFor(boat, {
          offeringId,
          parts: [
            { legFrom: 0, legTo: 2, places: [(index % 3) + 1] },
            { legFrom: 1, legTo: 3, deck: 1 },
          ],
        }),
      )
      const inOrder = index % 2 ? requests.toReversed() : requests
      return takeOffers(as, inOrder, { isAllOrNothing: index % 4 < 2 })
    }),
  )
  expect(answers.filter((answer) => !answer.ok && answer.code !== 'SeatNotAvailable')).toEqual([])
  expect(answers.some((answer) => answer.ok)).toBe(true)
  for (const offeringId of offerings) {
    const { places, deck } = await held(offeringId)
    // At most two decks were available, each with its seat.
    expect(Object.keys(places).length).toBe(deck[1])
  }
})
