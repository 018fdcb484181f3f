/**
 * Goal: a changed ticket costs or refunds only the difference, once, and later returns refund the original payments;
 * changing from a cancelled or late run is free. Method: a small line, tickets bought over HTTP at the demo bank, its
 * books and ours compared after each step.
 */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { executeRefunds } from '#flows/checkout/server/execute-refunds.ts'
import { refundCancelled } from '#flows/returns/server/refund-cancelled.ts'
import { syncReturnTerms, notifyRunChanges } from '#modules/transport/server/public-api.ts'
import { customerAccount, postTransfer } from '#modules/wallet/server/public-api.ts'
import { seededRandom } from '../../../modules/transport/tests/seeded-random.ts'
import { crashesDuring } from '../../checkout/tests/simulated-crash.ts'
import { brokenInvariants } from '../../returns/tests/invariants.ts'
import { changeTicket } from '../server/change-ticket.ts'
import { makeLine, type MadeLine } from '../../../../tests/hostile/journeys.ts'
import { callbackOf, expectOk, startPayment } from '../../../../tests/hostile/purchases.ts'
import {
  buyer,
  openHostileShop,
  type HostileShop,
  type Reply,
} from '../../../../tests/hostile/shop.ts'
import { expireCaches } from '../../../../tests/support/cache-clock.ts'
import { seedOf, sizeOf } from '../../../../tests/support/tier.ts'

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

afterEach(async () => {
  await refunds()
  expect(await brokenInvariants(shop.context)).toEqual([])
})

/** Paid tickets of one order, with their payment. */
async function buy(
  runId: number,
  options: { legTo?: number; count?: number; bags?: number; balanceMinor?: number } = {},
): Promise<{ tickets: Reply[]; payId: string; orderKey: string }> {
  const { legTo = 2, count = 1, bags = 0, balanceMinor } = options
  const baggage = bags > 0 ? [{ optionCode: 'bag', quantity: bags }] : []
  const segments = [
    { runId, legFrom: 0, legTo, passengers: Array.from({ length: count }, () => ({})), baggage },
  ]
  const {
    orderKey,
    segments: [held],
  } = await expectOk(shop.post('/v2/transport/choose', { segments }, token))
  const passengers = held.tickets.map(({ lineId }: Reply, index: number) => ({
    lineId,
    givenName: `Nino ${'I'.repeat(index + 1)}`,
    familyName: 'Beridze',
  }))
  const details = { orderKey, buyer, acceptTerms: true, passengers }
  await expectOk(shop.post('/v2/orders/checkout', details, token))
  if (balanceMinor !== undefined) {
    await giveBalance(balanceMinor)
    await expectOk(shop.post('/v2/balance/apply', { orderKey }, token))
  }
  const payId = await pay(orderKey)
  return { tickets: await ticketsOf(runId), payId, orderKey }
}

async function giveBalance(amountMinor: number): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from customer order by activated_at desc, id desc limit 1`.execute(shop.context.db)
  const currency = 'GEL' as const
  const customers = await expectOk(shop.get('/v2/balance', token))
  expect(customers.available.amount).toBe(0)
  for (const { id } of rows)
    await postTransfer(shop.context, {
      idempotencyKey: shop.context.random.uuid(),
      kind: 'top-up',
      reference: 'test',
      postings: [
        { account: 'provider:test', currency, amountMinor },
        { account: customerAccount(id), currency, amountMinor: -amountMinor },
      ],
    })
}

async function pay(orderKey: string): Promise<string> {
  const { payId } = await startPayment(shop, orderKey, token)
  shop.bank.pay(payId, { kind: 'approve' })
  await callbackOf(shop, payId)
  await expectOk(shop.post('/v2/orders/complete', { orderKey }, token))
  // On the day of a payment the bank allows one partial refund, and later any number.
  const taken = shop.bank.payments().find((one) => one.payId === payId)
  if (taken) taken.paidAt = Date.now() - 2 * 86_400_000
  return payId
}

const ticketsOf = async (runId: number): Promise<Reply[]> =>
  (await expectOk(shop.get('/v2/tickets', token))).tickets.filter(
    ({ item, code }: Reply) => item.itemId === runId && code !== null,
  )

async function refunds(): Promise<void> {
  while ((await executeRefunds(shop.context, shop.ports.checkout)) > 0)
    shop.context.clock.advance(60)
}
const atBank = (payId: string) => {
  const payment = shop.bank.payments().find((one) => one.payId === payId)
  return { taken: payment?.capturedMinor ?? 0, back: payment?.returnedMinor ?? 0 }
}

async function quoteOf(ticket: Reply, runId: number, legTo: number): Promise<Reply> {
  const asked = `ticketIdentifier=${ticket.ticketIdentifier}&runId=${runId}&legFrom=0&legTo=${legTo}`
  return expectOk(shop.get(`/v2/transport/changes/quote?${asked}`, token))
}

/** Changes a ticket to another stop of a run, and pays the difference. */
async function change(ticket: Reply, runId: number, legTo: number) {
  const quote = await quoteOf(ticket, runId, legTo)
  const before = (await ticketsOf(runId)).map(({ ticketIdentifier }) => ticketIdentifier)
  const done = await expectOk(shop.post('/v2/transport/changes', { quote: quote.quote }, token))
  const payId = done.state === 'to-pay' ? await pay(done.orderKey) : null
  await refunds()
  const [changed] = (await ticketsOf(runId)).filter(
    ({ ticketIdentifier }) => !before.includes(ticketIdentifier),
  )
  return { quote, done, payId, ticket: changed as Reply }
}

async function returnTicket(ticket: Reply): Promise<Reply> {
  const quote = await expectOk(
    shop.get(`/v2/tickets/return?ticketIdentifier=${ticket.ticketIdentifier}`, token),
  )
  await expectOk(shop.post('/v2/tickets/return', { quote: quote.quote }, token))
  await refunds()
  return quote
}

describe('a ticket that is changed', () => {
  test('for a dearer one costs the difference alone; its return finds the money at both payments', async () => {
    const [first, second] = line.runIds
    const bought = await buy(first, { legTo: 1 })
    const [old] = bought.tickets
    const changed = await change(old, second, 3)
    const { difference, newPrice, oldPrice, changeFee } = changed.quote
    expect(difference.amount).toBe(newPrice.amount + changeFee.amount - oldPrice.amount)
    expect(changed.done.toPay.amount).toBe(difference.amount)
    expect(difference.amount).toBeGreaterThan(0)
    expect(atBank(bought.payId).back).toBe(0)
    expect(atBank(changed.payId ?? '').taken).toBe(difference.amount)
    expect(await ticketsOf(first)).toEqual([])
    const quote = await returnTicket(changed.ticket)
    // The carrier's tier deducts a tenth of the full price of the new ticket.
    expect(quote.back.amount).toBe(newPrice.amount - newPrice.amount / 10)
    expect(atBank(changed.payId ?? '').back).toBe(difference.amount)
    expect(atBank(bought.payId).back).toBe(quote.back.amount - difference.amount)
  })

  test('for a cheaper one is done at once, and the rest goes back to the card that paid', async () => {
    const [first, second] = line.runIds
    const bought = await buy(first, { legTo: 3, count: 2 })
    const [old, stays] = bought.tickets
    const { quote, done, payId, ticket } = await change(old, second, 1)
    expect(payId).toBeNull()
    expect(done).toMatchObject({ state: 'done', toPay: { amount: 0 } })
    expect(quote.difference.amount).toBeLessThan(0)
    expect(atBank(bought.payId).back).toBe(-quote.difference.amount)
    const path = `/v2/orders/tickets?orderNumber=${old.orderNumber}`
    expect((await expectOk(shop.get(path, token))).returns).toMatchObject([
      { isExchange: true, back: { amount: -quote.difference.amount } },
    ])
    // Changed twice and returned: each return refunds from the remainder of the one payment.
    const again = await change(ticket, first, 1)
    const last = await returnTicket(again.ticket)
    const other = await returnTicket(stays)
    const { returns } = await expectOk(shop.get(path, token))
    expect(returns.map(({ isExchange }: Reply) => isExchange).toSorted()).toEqual([false, true])
    const sum = -quote.difference.amount - Math.min(0, again.quote.difference.amount)
    expect(atBank(bought.payId).back + (again.payId ? atBank(again.payId).back : 0)).toBe(
      sum + last.back.amount + other.back.amount,
    )
  })

  test('that a balance has paid for in part gives both their share', async () => {
    const [first, second] = line.runIds
    const bought = await buy(first, { legTo: 3, balanceMinor: 333 })
    const [old] = bought.tickets
    const { ticket } = await change(old, second, 1)
    const before = await expectOk(shop.get('/v2/balance', token))
    const back = await returnTicket(ticket)
    const after = await expectOk(shop.get('/v2/balance', token))
    const toBalance = back.to.find(({ kind }: Reply) => kind === 'balance').amount.amount
    expect(toBalance).toBeGreaterThan(0)
    expect(after.available.amount - before.available.amount).toBe(toBalance)
  })

  test('takes along the baggage that those who stay may not carry, or more; all of it is worth what was paid', async () => {
    const [first, second] = line.runIds
    // Two may have four pieces.
    const bought = await buy(first, { count: 2, bags: 3, balanceMinor: 250 })
    const [old, stays] = bought.tickets.filter(({ passenger }) => passenger !== null)
    const asked = (bags: string) =>
      shop.get(
        `/v2/transport/changes/quote?ticketIdentifier=${old.ticketIdentifier}&runId=${second}&legFrom=0&legTo=3${bags}`,
        token,
      )
    const plain = await expectOk(asked(''))
    expect(plain.bags).toEqual({ count: 1, least: 1, most: 2 })
    expect((await expectOk(asked('&bags=0'))).bags.count).toBe(1)
    expect((await expectOk(asked('&bags=9'))).bags.count).toBe(2)
    const two = await expectOk(asked('&bags=2'))
    expect(two.difference).toEqual(plain.difference)
    const done = await expectOk(shop.post('/v2/transport/changes', { quote: two.quote }, token))
    expect(done.toPay.amount).toBe(two.difference.amount)
    await pay(done.orderKey)
    await refunds()
    const said = (tickets: readonly Reply[]) =>
      tickets.map(({ passenger }) => (passenger === null ? 'bag' : passenger.name)).toSorted()
    expect(said(await ticketsOf(second))).toEqual(['Nino I Beridze', 'bag', 'bag'])
    expect(said(await ticketsOf(first))).toEqual(['Nino II Beridze', 'bag'])
    expect(atBank(bought.payId).back).toBe(0)
    // The last one of a group receives the remainder.
    const last = await change(stays, second, 3)
    expect(last.quote.bags).toEqual({ count: 1, least: 1, most: 1 })
    expect(await ticketsOf(first)).toEqual([])
    expect(await ticketsOf(second)).toHaveLength(5)
    // Another seat in the same vehicle moves nothing else.
    const [moved] = (await ticketsOf(second)).filter(({ passenger }) => passenger !== null)
    expect((await quoteOf(moved, second, 3)).bags).toEqual({ count: 0, least: 0, most: 0 })
  })

  test('is offered only where the baggage that goes along has room', async () => {
    const [first, second] = (await makeLine(shop.context, { seatCount: 20 })).runIds
    // Five pieces are all that a bus takes.
    await buy(second, { count: 3, bags: 5 })
    const { tickets } = await buy(first, { count: 1, bags: 1 })
    const [own] = tickets.filter(({ passenger }) => passenger !== null)
    const asked = `ticketIdentifier=${own.ticketIdentifier}&runId=${second}&legFrom=0&legTo=2`
    const refused = await shop.get(`/v2/transport/changes/quote?${asked}`, token)
    expect([refused.status, refused.body.error.code]).toEqual([409, 'BaggageFull'])
    const [plain] = (await buy(first)).tickets.filter(
      ({ passenger, orderNumber }) => passenger !== null && orderNumber !== own.orderNumber,
    )
    expect((await quoteOf(plain, second, 2)).bags.count).toBe(0)
  })

  test('and let go again before it is paid stays as it was', async () => {
    const [first, second] = line.runIds
    const { tickets } = await buy(first, { legTo: 1 })
    const quote = await quoteOf(tickets[0], second, 3)
    const { orderKey } = await expectOk(
      shop.post('/v2/transport/changes', { quote: quote.quote }, token),
    )
    const order = await expectOk(shop.get(`/v2/transport/order?orderKey=${orderKey}`, token))
    const lineIds = order.segments[0].tickets.map(({ lineId }: Reply) => lineId)
    await expectOk(shop.post('/v2/orders/unreserve', { orderKey, lineIds }, token))
    const { rows } = await sql`
      select kind from order_line join orders on orders.id = order_id where order_key = ${orderKey}`.execute(
      shop.context.db,
    )
    expect(rows).toEqual([])
    expect(await ticketsOf(first)).toHaveLength(1)
  })

  test('is one ticket wherever the process dies, and its money is where it was or where it should be', async () => {
    // Each attempt that crashes after its hold leaves a seat held for some time.
    const [first, second] = (await makeLine(shop.context, { seatCount: 120 })).runIds
    const { tickets } = await buy(first, { legTo: 3 })
    const actor = await shop.ports.sessions.authenticate(shop.context, token)
    const context = { ...shop.context, actor, channel: 'web', effects: {} }
    const { checkout, returns } = shop.ports
    let deaths = 0
    // Every seventh statement, at night each: the others are in the same transactions.
    const stride = sizeOf({ usual: 7, nightly: 1 })
    for (let statements = 1; ; statements += stride) {
      const { quote } = await quoteOf(tickets[0], second, 1)
      const hasDied = await crashesDuring(context as never, statements, (dying) =>
        changeTicket(dying, { checkout, returns }, quote),
      )
      const [old, changed] = [await ticketsOf(first), await ticketsOf(second)]
      expect([statements, old.length + changed.length]).toEqual([statements, 1])
      await refunds()
      expect(await brokenInvariants(shop.context)).toEqual([])
      // The last statements follow the commit: a process that dies there has changed the ticket.
      if (changed.length === 1) break
      expect(hasDied).toBe(true)
      deaths += 1
    }
    expect(deaths * stride).toBeGreaterThan(60)
  })
})

/**
 * Goal: no chain of changes gives back more than was paid, or keeps more than its fees. Method: random dearer, cheaper and equal
 * tickets in a row, paid by card and an odd part of a balance, each quote sent twice at once; then the last ticket is returned and
 * everything taken and given back is added up.
 */
describe('a ticket that is changed again and again', () => {
  const seed = seedOf('exchange-chains', 36)
  test.each(Array.from({ length: sizeOf({ usual: 3, nightly: 20 }) }, (_, round) => [round]))(
    `keeps what its fees are, and not a tetri more (round %i of seed ${seed})`,
    async (round) => {
      const next = seededRandom(seed * 1_000 + round)
      const balanceMinor = next() < 0.5 ? undefined : 1 + Math.floor(next() * 700)
      const bought = await buy(line.runIds[0], { legTo: 2, balanceMinor })
      const paid = [bought.payId]
      let [ticket] = bought.tickets
      let keptMinor = 0
      let worthMinor = 0
      for (let step = 0; step < 6; step += 1) {
        const runId = line.runIds[(step + 1) % 2] ?? 0
        const legTo = 1 + Math.floor(next() * 3)
        const quote = await quoteOf(ticket, runId, legTo)
        // What was paid besides the ticket is known only from the first quote.
        if (step === 0) keptMinor = takenBy(paid) + (balanceMinor ?? 0) - quote.oldPrice.amount
        else expect(quote.oldPrice.amount).toBe(worthMinor)
        expect(quote.changeFee.amount).toBeLessThanOrEqual(quote.oldPrice.amount)
        const before = new Set((await ticketsOf(runId)).map((one) => one.ticketIdentifier))
        const send = () => shop.post('/v2/transport/changes', { quote: quote.quote }, token)
        const answers = await Promise.all([send(), send()])
        const done = answers.filter(({ status }) => status === 200).map(({ body }) => body)
        expect(done.length).toBeGreaterThan(0)
        const toPay = done.find(({ state }) => state === 'to-pay')
        if (toPay) paid.push(await pay(toPay.orderKey))
        await refunds()
        const fresh = (await ticketsOf(runId)).filter((one) => !before.has(one.ticketIdentifier))
        expect(fresh).toHaveLength(1)
        ticket = fresh[0] as Reply
        worthMinor = quote.newPrice.amount
        keptMinor += quote.changeFee.amount
      }
      const { back } = await returnTicket(ticket)
      expect(back.amount).toBeLessThanOrEqual(worthMinor)
      keptMinor += worthMinor - back.amount
      const left = (await expectOk(shop.get('/v2/balance', token))).available.amount
      for (const payId of paid) expect(atBank(payId).back).toBeLessThanOrEqual(atBank(payId).taken)
      expect(left).toBeLessThanOrEqual(balanceMinor ?? 0)
      expect(takenBy(paid) - givenBackTo(paid) + (balanceMinor ?? 0) - left).toBe(keptMinor)
    },
  )
})

const takenBy = (paid: readonly string[]) => paid.reduce((sum, id) => sum + atBank(id).taken, 0)
const givenBackTo = (paid: readonly string[]) => paid.reduce((sum, id) => sum + atBank(id).back, 0)

describe('a run that does not go as promised', () => {
  const cancel = async (runId: number) => {
    await sql`update run set status = 1 where id = ${runId}`.execute(shop.context.db)
    await notifyRunChanges(shop.context, shop.ports.tickets)
  }
  const offersFor = ({ ticketIdentifier }: Reply) =>
    shop.get(`/v2/transport/rebooking?ticketIdentifier=${ticketIdentifier}`, token)

  test('is left for the next one: the whole party with its baggage, free of charge, once', async () => {
    const [first, second] = line.runIds
    const bought = await buy(first, { count: 3, bags: 2 })
    const ticket = bought.tickets.find(({ passenger }) => passenger !== null)
    const early = await offersFor(ticket)
    expect(early.body.error.code).toBe('TicketNotChangeable')
    await cancel(first)
    await refundCancelled(shop.context, shop.ports.returns)
    const found = await expectOk(offersFor(ticket))
    expect(found).toMatchObject({ reason: 'cancelled', until: null })
    expect(found.ticketIdentifiers).toHaveLength(5)
    expect(found.offers[0]).toMatchObject({ runId: second, legFrom: 0, legTo: 2 })
    const wanted = {
      ticketIdentifier: ticket.ticketIdentifier,
      runId: second,
      legFrom: 0,
      legTo: 2,
    }
    const stranger = await shop.post('/v2/transport/rebooking', wanted, await shop.customer())
    expect(stranger.body.error.code).toBe('TicketNotFound')
    const done = await expectOk(shop.post('/v2/transport/rebooking', wanted, token))
    expect(done.segment.runId).toBe(second)
    const carried = await ticketsOf(second)
    const saidOn = (tickets: readonly Reply[]) =>
      tickets
        .map(({ passenger, price, typeName }) => [passenger?.name ?? typeName, price.amount].join())
        .toSorted()
    expect(carried).toHaveLength(5)
    expect(saidOn(carried)).toEqual(saidOn(bought.tickets))
    expect(await ticketsOf(first)).toEqual([])
    const twice = await shop.post('/v2/transport/rebooking', wanted, token)
    expect(twice.body.error.code).toBe('TicketGoneBack')
    shop.context.clock.advance(2 * 86_400)
    await refundCancelled(shop.context, shop.ports.returns)
    await refunds()
    expect(atBank(bought.payId).back).toBe(0)
  })

  test('is left only for one that has room for the baggage', async () => {
    const [first, second] = (await makeLine(shop.context, { seatCount: 20 })).runIds
    const { tickets } = await buy(first, { count: 1, bags: 1 })
    await cancel(first)
    const runsFor = async () =>
      (await expectOk(offersFor(tickets[0]))).offers.map(({ runId }: Reply) => runId)
    expect(await runsFor()).toContain(second)
    await buy(second, { count: 3, bags: 5 })
    await expireCaches(3_000)
    expect(await runsFor()).not.toContain(second)
  })

  test('gives the money back at once to who asks, and a day later to who does not', async () => {
    const [first] = line.runIds
    const asks = await buy(first)
    const other = await shop.customer()
    const mine = token
    token = other
    const waits = await buy(first)
    token = mine
    await cancel(first)
    const back = await returnTicket(asks.tickets[0])
    expect(back.back.amount).toBe(atBank(asks.payId).taken)
    await refundCancelled(shop.context, shop.ports.returns)
    await refunds()
    expect(atBank(waits.payId).back).toBe(0)
    shop.context.clock.advance(86_400)
    await refundCancelled(shop.context, shop.ports.returns)
    await refunds()
    expect(atBank(waits.payId).back).toBe(atBank(waits.payId).taken)
  })

  test('for an hour of delay may be left too, and for less not', async () => {
    const [first] = line.runIds
    const { tickets } = await buy(first)
    const delay = (seconds: number) =>
      sql`update run set delays = ${[seconds, seconds, seconds, seconds]} where id = ${first}`.execute(
        shop.context.db,
      )
    await delay(3_540)
    expect((await offersFor(tickets[0])).body.error.code).toBe('TicketNotChangeable')
    await delay(3_600)
    expect(await expectOk(offersFor(tickets[0]))).toMatchObject({ reason: 'delayed' })
  })
})

describe('one person', () => {
  const person = { givenName: 'Nino', familyName: 'Beridze', birthDate: '1990-02-28' }
  const hold = async (runId: number, [legFrom, legTo]: readonly [number, number]) => {
    const segments = [{ runId, legFrom, legTo, passengers: [{}] }]
    const { orderKey, segments: held } = await expectOk(
      shop.post('/v2/transport/choose', { segments }, token),
    )
    return { orderKey, lineId: held[0].tickets[0].lineId }
  }
  const name = (
    { orderKey, lineId }: { orderKey: string; lineId: number },
    as: Record<string, string> = person,
  ) => shop.post('/v2/transport/passengers', { orderKey, passengers: [{ lineId, ...as }] }, token)

  test('has no two tickets for one stretch, whoever buys them; for another stretch, or once one is back, has', async () => {
    const asked = await makeLine(shop.context, { terms: { asksBirthDate: true } })
    await syncReturnTerms(shop.context)
    await expireCaches(1_500)
    const [runId] = asked.runIds
    const first = await hold(runId, [0, 2])
    await expectOk(name(first))
    const details = { orderKey: first.orderKey, buyer, acceptTerms: true }
    await expectOk(shop.post('/v2/orders/checkout', details, token))
    await pay(first.orderKey)
    const [ticket] = await ticketsOf(runId)
    const owner = token
    token = await shop.guest()
    const second = await hold(runId, [1, 3])
    const refused = await name(second)
    expect(refused.body.error).toMatchObject({
      code: 'PassengerTwice',
      fields: [{ path: `body.passengers.${second.lineId}.0.givenName` }],
    })
    await expectOk(name(second, { ...person, birthDate: '1991-02-28' }))
    await expectOk(name(await hold(runId, [2, 3])))
    token = owner
    await returnTicket(ticket)
    token = await shop.guest()
    await expectOk(name(await hold(runId, [0, 2])))
  })
})
