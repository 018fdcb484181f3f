/**
 * Goal: a stop that a run leaves out ends the sale from and to it and nothing else; its passengers are told and get everything
 * back. Method: a small line, tickets bought over HTTP, stops closed as real-time messages do.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { syncReturnTerms, notifyRunChanges } from '#modules/transport/server/public-api.ts'
import { makeLine, payFor, type MadeLine } from '../../../../tests/hostile/journeys.ts'
import { expectOk } from '../../../../tests/hostile/purchases.ts'
import {
  buyer,
  openHostileShop,
  type HostileShop,
  type Reply,
} from '../../../../tests/hostile/shop.ts'
import { expireCaches } from '../../../../tests/support/cache-clock.ts'
import { newsRunner } from '../../../../tests/support/run-news.ts'

let shop: HostileShop
let line: MadeLine
let token: string

beforeAll(async () => {
  shop = await openHostileShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  line = await makeLine(shop.context)
  await syncReturnTerms(shop.context)
  // Policies are read once a second at most.
  await expireCaches(1_500)
  token = await shop.customer()
})

/** Bits by stop: 1 nobody boards, 2 nobody alights, 4 the vehicle does not stop. */
const close = (changes: readonly number[] | null): Promise<unknown> =>
  sql`update run set call_changes = ${changes}::smallint[] where id = ${line.runIds[0]}`.execute(
    shop.context.db,
  )
const withoutThird = [0, 0, 7, 0]

function choose(legFrom: number, legTo: number): Promise<Reply> {
  const segments = [{ runId: line.runIds[0], legFrom, legTo, passengers: [{}] }]
  return shop.post('/v2/transport/choose', { segments }, token)
}

async function buy(legFrom: number, legTo: number): Promise<Reply> {
  const order = await expectOk(choose(legFrom, legTo))
  const [{ lineId }] = order.segments[0].tickets
  const passengers = [{ lineId, givenName: 'Nino', familyName: 'Beridze' }]
  await payFor(shop, order.orderKey, { passengers, token })
  const [ticket] = await ticketsOf()
  return { ...ticket, total: order.total.amount }
}

const ticketsOf = async (): Promise<Reply[]> =>
  (await expectOk(shop.get('/v2/tickets', token))).tickets.filter(
    ({ item }: Reply) => item.itemId === line.runIds[0],
  )

async function saleBetween(from: number, to: number): Promise<unknown[]> {
  const { placeCodes, date, brand } = line
  const ends = `from=${placeCodes[from]}&to=${placeCodes[to]}&date=${date}&brand=${brand}`
  const { journeys } = await expectOk(shop.get(`/v2/transport/journeys?${ends}`, token))
  return journeys.map(({ segments }: Reply) => segments[0].sale)
}

test('it is neither sold from nor to the stop, and rides past it are', async () => {
  await close(withoutThird)
  await expireCaches(60_000)
  expect(await saleBetween(0, 2)).toEqual(['cancelled'])
  expect(await saleBetween(2, 3)).toEqual(['cancelled'])
  expect(await saleBetween(0, 3)).toEqual(['open'])
  expect(await saleBetween(0, 1)).toEqual(['open'])
  for (const [from, to] of [
    [0, 2],
    [2, 3],
  ] as const)
    expect(await choose(from, to)).toMatchObject({
      status: 409,
      body: { error: { code: 'JourneyNotSold' } },
    })
  await expectOk(choose(0, 3))
  const board = async (direction: string) => {
    const place = line.placeCodes[2]
    const asked = `place=${place}&date=${line.date}&direction=${direction}`
    const { rows } = await expectOk(shop.get(`/v2/transport/board?${asked}`, token))
    return rows.map(({ isCancelled }: Reply) => isCancelled)
  }
  expect(await board('departures')).toEqual([true])
  expect(await board('arrivals')).toEqual([true])
  const run = await expectOk(shop.get(`/v2/transport/runs/${line.runIds[0]}`, token))
  expect(run.stops.map(({ isSkipped }: Reply) => isSkipped)).toEqual([false, false, true, false])
  expect(run).toMatchObject({ isCancelled: false, position: null })
})

test('where only nobody boards, rides to the stop are sold', async () => {
  await close([0, 0, 1, 0])
  await expireCaches(60_000)
  expect(await saleBetween(0, 2)).toEqual(['open'])
  expect(await saleBetween(2, 3)).toEqual(['cancelled'])
})

test('a deleted run is shown by neither boards nor searches', async () => {
  await sql`update run set status = 1, is_hidden = true where id = ${line.runIds[0]}`.execute(
    shop.context.db,
  )
  await expireCaches(60_000)
  expect(await saleBetween(0, 3)).toEqual([])
  const asked = `place=${line.placeCodes[0]}&date=${line.date}`
  expect((await expectOk(shop.get(`/v2/transport/board?${asked}`, token))).rows).toEqual([])
})

test('holders from and to it are told once, may return in full or rebook, and hear if it stops after all', async () => {
  const { context, ports } = shop
  const news = newsRunner(context, ports.tickets)
  const riding = token
  const ticket = await buy(0, 2)
  token = await shop.customer()
  await buy(0, 3)
  // What other tests have changed.
  await notifyRunChanges(context, ports.tickets)
  await news()
  await close(withoutThird)
  expect(await notifyRunChanges(context, ports.tickets)).toBe(1)
  expect(await notifyRunChanges(context, ports.tickets)).toBe(0)
  const told = async () => (await news()).mails.map(({ mail }) => mail)
  const [letter, ...others] = await told()
  expect(letter?.subject).toMatch(/^No stop at Stop \d+ 2: /)
  expect(letter?.text).toContain('you get everything back')
  expect(others).toEqual([])
  // Whoever rides past it has heard nothing, and keeps their terms.
  expect((await ticketsOf())[0]).toMatchObject({ alerts: [], event: { fullRefundUntil: null } })

  token = riding
  const [own] = await ticketsOf()
  expect(own.alerts[0].header).toMatch(/^It does not stop at Stop \d+ 2$/)
  expect(own).toMatchObject({
    event: { isCancelled: false, fullRefundUntil: ticket.event.startsAt },
  })
  const which = `ticketIdentifier=${ticket.ticketIdentifier}`
  const quote = () => expectOk(shop.get(`/v2/tickets/return?${which}`, token))
  expect((await quote()).back.amount).toBe(ticket.total)
  expect(await expectOk(shop.get(`/v2/transport/rebooking?${which}`, token))).toMatchObject({
    reason: 'skipped',
    offers: expect.arrayContaining([expect.objectContaining({ runId: line.runIds[1] })]),
  })

  context.clock.advance(60)
  await close(null)
  expect(await notifyRunChanges(context, ports.tickets)).toBe(1)
  expect((await told()).map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Stops at Stop \d+ 2 after all: /),
  ])
  // What was promised stays promised.
  expect((await quote()).back.amount).toBe(ticket.total)
})

test('an order that was begun before is not paid for', async () => {
  const { context, ports } = shop
  // Its places make the run one that somebody holds tickets of.
  await buy(0, 1)
  const order = await expectOk(choose(1, 2))
  const [{ lineId }] = order.segments[0].tickets
  const passengers = [{ lineId, givenName: 'Nino', familyName: 'Beridze' }]
  const details = { orderKey: order.orderKey, buyer, acceptTerms: true, passengers }
  await expectOk(shop.post('/v2/orders/checkout', details, token))
  context.clock.advance(30)
  await close(withoutThird)
  await notifyRunChanges(context, ports.tickets)
  const body = { orderKey: order.orderKey, provider: 2 }
  expect(await shop.post('/groot/Orders/create-payment', body, token)).toMatchObject({
    status: 409,
    body: { error: { code: 'EventNotActive' } },
  })
})
