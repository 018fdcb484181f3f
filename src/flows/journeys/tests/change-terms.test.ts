/**
 * Goal: before a departure is chosen, holders learn whom its prices are for, what a change costs, and until when; nobody
 * else does. Method: a party of an adult and a child over HTTP.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeLine, type MadeLine } from '../../../../tests/hostile/journeys.ts'
import { callbackOf, expectOk, startPayment } from '../../../../tests/hostile/purchases.ts'
import {
  buyer,
  openHostileShop,
  type HostileShop,
  type Reply,
} from '../../../../tests/hostile/shop.ts'

let shop: HostileShop
let line: MadeLine
let token: string

beforeAll(async () => {
  shop = await openHostileShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  line = await makeLine(shop.context)
  token = await shop.customer()
})

const termsOf = ({ ticketIdentifier }: Reply, who: string = token) =>
  shop.get(`/v2/transport/changes/terms?ticketIdentifier=${ticketIdentifier}`, who)

/** Paid tickets of an adult and a child on the first run, cheapest last. */
async function buyParty(): Promise<Reply[]> {
  const [runId] = line.runIds
  const segments = [{ runId, legFrom: 0, legTo: 2, passengers: [{}, { rider: 'child' }] }]
  const {
    orderKey,
    segments: [held],
  } = await expectOk(shop.post('/v2/transport/choose', { segments }, token))
  const passengers = held.tickets.map(({ lineId, rider }: Reply, index: number) => ({
    lineId,
    kind: rider === 'child' ? 1 : 0,
    givenName: `Nino ${'I'.repeat(index + 1)}`,
    familyName: 'Beridze',
  }))
  await expectOk(
    shop.post('/v2/orders/checkout', { orderKey, buyer, acceptTerms: true, passengers }, token),
  )
  const { payId } = await startPayment(shop, orderKey, token)
  shop.bank.pay(payId, { kind: 'approve' })
  await callbackOf(shop, payId)
  await expectOk(shop.post('/v2/orders/complete', { orderKey }, token))
  const { tickets } = await expectOk(shop.get('/v2/tickets', token))
  return tickets.toSorted((one: Reply, other: Reply) => other.price.amount - one.price.amount)
}

test('names the category of the passenger, the fee and the deadline', async () => {
  const [adult, child] = await buyParty()
  const leaves = Date.parse(adult?.['item'].startsAt)
  expect(await expectOk(termsOf(adult as Reply))).toMatchObject({
    rider: 'adult',
    changeFee: { amount: 100, currency: 'GEL' },
    changeUntil: new Date(leaves - 3_600_000).toISOString(),
    timeZone: 'Asia/Tbilisi',
  })
  expect(await expectOk(termsOf(child as Reply))).toMatchObject({ rider: 'child' })
})

test('is at most what was paid, and nothing after a long delay', async () => {
  await sql`update agency set terms = terms || '{"changeFeeMinor": 1000000}'
    where id = ${line.agencyId}`.execute(shop.context.db)
  const [adult] = await buyParty()
  const { changeFee } = await expectOk(termsOf(adult as Reply))
  expect(changeFee.amount).toBeGreaterThan(0)
  expect(changeFee.amount).toBeLessThan(1_000_000)
  await sql`update run set delays = array_fill(3600, array[cardinality(trip.departures)])
    from trip where trip.id = run.trip_id and run.id = ${line.runIds[0]}`.execute(shop.context.db)
  expect(await expectOk(termsOf(adult as Reply))).toMatchObject({ changeFee: { amount: 0 } })
})

test('is told to no other customer, and no longer for a ticket that was returned or is too late', async () => {
  const [adult, child] = await buyParty()
  const stranger = await termsOf(adult as Reply, await shop.customer())
  expect([stranger.status, stranger.body.error.code]).toEqual([404, 'TicketNotFound'])
  await sql`update ticket set status = 3 where identifier = ${child?.['ticketIdentifier']}`.execute(
    shop.context.db,
  )
  expect((await termsOf(child as Reply)).body.error.code).toBe('TicketGoneBack')
  shop.context.clock.advance(3 * 86_400)
  expect((await termsOf(adult as Reply, token)).body.error.code).toBe('TicketNotChangeable')
})
