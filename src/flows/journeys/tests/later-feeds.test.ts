/**
 * Goal: whoever bought a ticket keeps it through every later version of the carrier's feed, and nobody else gets the seat.
 * Method: a railway's feed over HTTP in a shop, a seat bought and paid, the feed imported again with one change.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importFeed, reloadNetwork } from '#modules/timetable/server/public-api.ts'
import { notifyRunChanges, syncReturnTerms } from '#modules/transport/server/public-api.ts'
import { makeMerchant } from '#modules/events/tests/factories.ts'
import { packed } from '../../../modules/timetable/tests/feeds.ts'
import {
  hour,
  hourly,
  trainFeed,
  type Train,
  type TrainFeed,
} from '../../../modules/timetable/tests/train-feeds.ts'
import { callbackOf, expectOk, startPayment } from '../../../../tests/hostile/purchases.ts'
import {
  buyer,
  openHostileShop,
  type HostileShop,
  type Reply,
} from '../../../../tests/hostile/shop.ts'
import { expireCaches } from '../../../../tests/support/cache-clock.ts'
import { newsRunner } from '../../../../tests/support/run-news.ts'

let shop: HostileShop
let organiser: string
let name = ''
let number = 0

beforeAll(async () => {
  shop = await openHostileShop()
  const merchantId = await makeMerchant(shop.context)
  const { rows } = await sql<{ slug: string }>`
    select slug from merchant_summary where merchant_id = ${merchantId}`.execute(shop.context.db)
  organiser = rows[0]?.slug ?? ''
})
afterAll(() => shop.close())

const dayMilliseconds = 86_400_000
const dateIn = (days: number): string =>
  new Date(shop.context.clock.now().getTime() + days * dayMilliseconds).toISOString().slice(0, 10)
const compact = (date: string): string => date.replaceAll('-', '')

const trains: readonly Train[] = [
  { id: 'T1', times: hourly(10 * hour) },
  { id: 'T2', times: hourly(14 * hour) },
]

async function bring(
  changed: readonly Train[] = trains,
  answers?: Parameters<typeof importFeed>[1]['answers'],
): Promise<void> {
  const feed: TrainFeed = {
    trains: changed,
    days: [compact(dateIn(-1)), compact(dateIn(20))],
    // Towns of their own for each test.
    stops: {
      A: [`Anfang ${number}`, 40 + number],
      B: [`Bucht ${number}`, 40.3 + number],
      C: [`Celle ${number}`, 40.6 + number],
      D: [`Damm ${number}`, 40.9 + number],
    },
  }
  await importFeed(shop.context, {
    name,
    packed: packed(trainFeed(feed)),
    brand: 'railway',
    organiser,
    answers,
  })
  await reloadNetwork(shop.context)
  await syncReturnTerms(shop.context)
  await expireCaches(1_500)
}

async function newFeed(): Promise<void> {
  number += 1
  name = `later ${number}`
  await bring()
}

/** The one place of this name among the stops of the test's feed. */
async function codeOf(town: string): Promise<string> {
  const network = await reloadNetwork(shop.context)
  const found = [...network.localities.values()].filter(
    ({ name: { en } }) => en === `${town} ${number}`,
  )
  expect(found).toHaveLength(1)
  return found[0]?.code ?? ''
}

async function journeysOn(date: string): Promise<Reply[]> {
  const [from, to] = [await codeOf('Anfang'), await codeOf('Damm')]
  const { journeys } = await expectOk(
    shop.get(`/v2/transport/journeys?from=${from}&to=${to}&date=${date}&adults=1`),
  )
  return journeys
}

const choose = (runId: number, token: string, placeId: number) =>
  shop.post(
    '/v2/transport/choose',
    { segments: [{ runId, legFrom: 0, legTo: 3, passengers: [{ rider: 'adult', placeId }] }] },
    token,
  )

/** Buys seat 7 of the first train in five days. */
async function buy(): Promise<{ token: string; runId: number; date: string }> {
  const date = dateIn(5)
  const token = await shop.customer()
  const [journey] = await journeysOn(date)
  const { runId } = journey.segments[0]
  const order = await expectOk(choose(runId, token, 7))
  const [{ lineId }] = order.segments[0].tickets
  const passengers = [{ lineId, givenName: 'Nino', familyName: 'Beridze' }]
  const details = { orderKey: order.orderKey, buyer, acceptTerms: true, passengers }
  await expectOk(shop.post('/v2/orders/checkout', details, token))
  const { payId } = await startPayment(shop, order.orderKey, token)
  shop.bank.pay(payId, { kind: 'approve' })
  await callbackOf(shop, payId)
  await expectOk(shop.post('/v2/orders/complete', { orderKey: order.orderKey }, token))
  return { token, runId, date }
}

const ticketOf = async (token: string): Promise<Reply> =>
  (await expectOk(shop.get('/v2/tickets', token))).tickets[0]

const renamed = trains.map((train) => ({ ...train, id: `${train.id}-2026w49` }))

test.each([
  ['other headsigns', [{ ...trains[0]!, headsign: 'Harbour' }, trains[1]!]],
  ['trips that are numbered anew', renamed],
])('%s: one train, its seat taken, its ticket valid', async (_what, later) => {
  await newFeed()
  const { token, runId, date } = await buy()
  await bring(later)
  const journeys = await journeysOn(date)
  expect(journeys.map((one) => [one.segments[0].runId === runId, one.sale])).toEqual([
    [true, 'open'],
    [false, 'open'],
  ])
  const refused = await choose(runId, await shop.customer(), 7)
  expect(refused.status).toBeGreaterThanOrEqual(400)
  await expectOk(choose(runId, await shop.customer(), 8))
  expect((await ticketOf(token)).event.startsAt).toBe(journeys[0].departsAt)
  const board = await expectOk(
    shop.get(
      `/v2/transport/board?place=${await codeOf('Anfang')}&date=${date}&direction=departures`,
    ),
  )
  expect(board.rows).toHaveLength(2)
  expect((await journeysOn(dateIn(6))).map(({ sale }: Reply) => sale)).toEqual(['open', 'open'])
})

test('passengers hear once of a train that leaves at another time, and may return it after a long move', async () => {
  await newFeed()
  const { token, runId, date } = await buy()
  const deliver = newsRunner(shop.context, shop.ports.tickets)
  await deliver()
  const move = (minutes: number) =>
    bring(
      trains.map((train) => ({
        ...train,
        times: train.times.map((time) => time + minutes * 60),
      })),
    )
  await move(5)
  expect(await notifyRunChanges(shop.context, shop.ports.tickets)).toBe(1)
  expect(await notifyRunChanges(shop.context, shop.ports.tickets)).toBe(0)
  const { mails } = await deliver()
  expect(mails).toHaveLength(1)
  expect(mails[0]?.mail.text).toContain('10:05')
  const { ticketIdentifier, event } = await ticketOf(token)
  expect(event.startsAt).toBe(new Date(`${date}T06:05:00Z`).toISOString())
  const quote = () =>
    expectOk(shop.get(`/v2/tickets/return?ticketIdentifier=${ticketIdentifier}`, token))
  const before = (await quote()).back.amount
  shop.context.clock.advance(60)
  await move(60)
  expect(await notifyRunChanges(shop.context, shop.ports.tickets)).toBe(1)
  // The carrier's tier deducts a tenth; after a move as long as a long delay nothing is deducted.
  expect((await quote()).back.amount).toBeGreaterThan(before)
  expect((await journeysOn(date))[0].segments[0].runId).toBe(runId)
})

test('a train that is gone is cancelled with refunds, when the operator answers so', async () => {
  await newFeed()
  const { token, runId, date } = await buy()
  await bring(trains.slice(1))
  expect(await notifyRunChanges(shop.context, shop.ports.tickets)).toBe(0)
  expect((await journeysOn(date)).map((one) => one.segments[0].runId)).toContain(runId)
  await bring(trains.slice(1), { missing: 'cancel' })
  expect((await journeysOn(date)).map((one) => one.segments[0].runId)).not.toContain(runId)
  expect(await notifyRunChanges(shop.context, shop.ports.tickets)).toBe(1)
  const { ticketIdentifier } = await ticketOf(token)
  const quote = await expectOk(
    shop.get(`/v2/tickets/return?ticketIdentifier=${ticketIdentifier}`, token),
  )
  expect(quote.deduction?.amount ?? 0).toBe(0)
})
