/**
 * Goal: somebody else travels on a ticket by the carrier's terms, for its fee, and the code of the one before is dead. Method:
 * a small line over HTTP, tickets of a customer with a balance; the books are looked at after each test.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { customerAccount, postTransfer } from '#modules/wallet/server/public-api.ts'
import { ledgerViolations } from '#modules/wallet/tests/ledger-checks.ts'
import { makeLine, type MadeLine } from '../../../../tests/hostile/journeys.ts'
import { callbackOf, expectOk, startPayment } from '../../../../tests/hostile/purchases.ts'
import {
  buyer,
  openHostileShop,
  type HostileShop,
  type Reply,
} from '../../../../tests/hostile/shop.ts'

const terms = { nameChange: { feeMinor: 300, untilSeconds: 3_600, most: 1 } }
let shop: HostileShop
let line: MadeLine
let token: string

beforeAll(async () => {
  shop = await openHostileShop()
  line = await makeLine(shop.context, { terms })
  token = await shop.customer()
})
afterAll(() => shop.close())

/** Paid tickets of one order for the first two legs, one for each given name. */
async function buy(
  names: readonly string[],
  { as = token, on = line, run = 0 }: { as?: string; on?: MadeLine; run?: 0 | 1 } = {},
): Promise<Reply[]> {
  const segments = [
    { runId: on.runIds[run], legFrom: 0, legTo: 2, passengers: names.map(() => ({})) },
  ]
  const order = await expectOk(shop.post('/v2/transport/choose', { segments }, as))
  const passengers = order.segments[0].tickets.map(({ lineId }: Reply, index: number) => ({
    lineId,
    givenName: names[index],
    familyName: 'Beridze',
  }))
  const { orderKey, orderNumber } = order
  const details = { orderKey, buyer, acceptTerms: true, passengers }
  await expectOk(shop.post('/v2/orders/checkout', details, as))
  const { payId } = await startPayment(shop, orderKey, as)
  shop.bank.pay(payId, { kind: 'approve' })
  await callbackOf(shop, payId)
  await expectOk(shop.post('/v2/orders/complete', { orderKey }, as))
  const path = `/v2/orders/tickets?orderNumber=${orderNumber}`
  return (await expectOk(shop.get(path, as))).tickets
}

const named = (givenName: string) => ({ givenName, familyName: 'Lomidze' })
const rename = (ticket: Reply, givenName: string, as = token, feeMinor = 300) =>
  shop.post(
    '/v2/tickets/passenger',
    { ticketIdentifier: ticket.ticketIdentifier, feeMinor, passenger: named(givenName) },
    as,
  )
const termsOf = (ticket: Reply, as = token) =>
  shop.get(`/v2/tickets/passenger?ticketIdentifier=${ticket.ticketIdentifier}`, as)
const codeOf = async (answer: Promise<Reply>) => (await answer).body.error?.code
const nameOf = async (ticket: Reply, as = token): Promise<Reply> => {
  const path = `/v2/tickets?ticketIdentifier=${ticket.ticketIdentifier}`
  const [{ passenger, code }] = (await expectOk(shop.get(path, as))).tickets
  return { name: passenger.name, code }
}

async function topUp(amountMinor: number): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select customer_id as id from orders where customer_id is not null
    order by orders.id limit 1`.execute(shop.context.db)
  const customerId = rows[0]?.id ?? ''
  await postTransfer(shop.context, {
    idempotencyKey: `gift ${shop.context.random.uuid()}`,
    kind: 'top-up',
    reference: 'gift',
    postings: [
      { account: customerAccount(customerId), currency: 'GEL', amountMinor: -amountMinor },
      { account: 'house:gifts', currency: 'GEL', amountMinor },
    ],
  })
}

test('for its fee, once: another name, a new code, and the old one is dead', async () => {
  const [ticket] = await buy(['Nino'])
  expect(ticket.hand.mayRename).toBe(true)
  const before = await nameOf(ticket)
  expect(await expectOk(termsOf(ticket))).toMatchObject({
    refusal: null,
    fee: { amount: 300 },
    left: 1,
    question: { passenger: { givenName: 'Nino' } },
  })
  expect(await codeOf(rename(ticket, 'Ana'))).toBe('BalanceNotEnough')
  expect(await nameOf(ticket)).toEqual(before)
  await topUp(1_000)
  expect(await codeOf(rename(ticket, 'Ana', token, 0))).toBe('QuoteChanged')
  expect(await codeOf(rename(ticket, 'Ana', await shop.customer()))).toBe('TicketNotFound')
  expect(await codeOf(rename(ticket, 'ანა'))).toBe('ExtraFieldsMissing')
  // Two at once: one of them, and one fee.
  const answers = await Promise.all([rename(ticket, 'Ana'), rename(ticket, 'Eka')])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const after = await nameOf(ticket)
  expect(after.name).toMatch(/^(Ana|Eka) Lomidze$/)
  const verify = (code: string) =>
    expectOk(shop.get(`/v2/tickets/verify?ticketIdentifier=${encodeURIComponent(code)}`, token))
  expect(await verify(before.code)).toMatchObject({ isValid: false, codeState: 'Superseded' })
  expect(await verify(after.code)).toMatchObject({ isValid: true, codeState: 'Current' })
  const { refusal, left, available } = await expectOk(termsOf(ticket))
  expect([left, available.amount]).toEqual([0, 700])
  expect(refusal).toContain('can no longer be changed')
  expect(await codeOf(rename(ticket, 'Gia'))).toBe('PassengerNotChangeable')
  expect(await ledgerViolations(shop.context)).toEqual([])
})

test('nobody travels twice, and a guest pays no fee they have no balance for', async () => {
  const [first] = await buy(['Nino', 'Gia'])
  await topUp(300)
  const twice = { givenName: 'Gia', familyName: 'Beridze' }
  const body = { ticketIdentifier: first.ticketIdentifier, feeMinor: 300, passenger: twice }
  expect(await codeOf(shop.post('/v2/tickets/passenger', body, token))).toBe('PassengerTwice')
  const guest = await shop.guest()
  const [own] = await buy(['Eka'], { as: guest })
  expect((await expectOk(termsOf(own, guest))).available).toBeNull()
  expect(await codeOf(rename(own, 'Ana', guest))).toBe('BalanceNotEnough')
})

test('a carrier without such terms lets nobody else travel; after its deadline it is too late', async () => {
  const strict = await makeLine(shop.context)
  const [fixed] = await buy(['Nino'], { on: strict })
  expect(fixed.hand.mayRename).toBe(false)
  expect(await codeOf(rename(fixed, 'Ana'))).toBe('PassengerNotChangeable')
  const free = await makeLine(shop.context, {
    terms: { nameChange: { feeMinor: 0, untilSeconds: 3_600, most: 2 } },
  })
  const [ticket] = await buy(['Nino'], { on: free, run: 1 })
  await expectOk(rename(ticket, 'Ana', token, 0))
  shop.context.clock.set(new Date(Date.parse(ticket.item.startsAt) - 1_800_000))
  expect(await codeOf(rename(ticket, 'Eka', token, 0))).toBe('PassengerNotChangeable')
})
