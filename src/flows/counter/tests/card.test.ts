/**
 * Goal: a card at the counter is charged once and ends with tickets or no charge, whatever fails. Method: a fake card
 * terminal that declines, is slow, loses answers and is unplugged; crashes of the process between the terminal's
 * approval and the answer; the ledger is checked after each.
 */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { executeRefunds } from '#flows/checkout/server/execute-refunds.ts'
import { crashesDuring, crashStride } from '#flows/checkout/tests/simulated-crash.ts'
import { pollPayments } from '#flows/checkout/server/poll-payments.ts'
import type { MadeEvent } from '#modules/events/tests/factories.ts'
import { dayAgo } from '#modules/payments/server/public-api.ts'
import { openStaffSession } from '#modules/staff/server/sessions.ts'
import { makeStaff, makeStaffToken } from '#modules/staff/tests/factories.ts'
import { readBalance } from '#modules/wallet/server/public-api.ts'
import { ledgerViolations } from '#modules/wallet/tests/ledger-checks.ts'
import { payByCard } from '../server/card.ts'
import type { CounterPorts } from '../server/ports.ts'
import { startTerminal, type TerminalFake } from '../../../../fakes/terminal/start.ts'
import { ownTerminal } from '#modules/box-office/tests/factories.ts'
import { cardRefusal } from '#modules/box-office/server/public-api.ts'
import refusals from '#modules/box-office/messages/refusals-en.json' with { type: 'json' }
import { openHostileShop, type HostileShop } from '../../../../tests/hostile/shop.ts'
import { expectOk } from '../../../../tests/hostile/purchases.ts'

let terminal: TerminalFake
let shop: HostileShop
let event: MadeEvent
let cashier: string

beforeAll(async () => {
  terminal = await startTerminal({ port: 0 })
  shop = await openHostileShop({ TERMINAL_URL: terminal.url, LOG_LEVEL: 'error' })
  event = await shop.event()
  const { merchantId } = event
  cashier = await makeStaffToken(shop.context, { merchantId, role: 'box-office' })
  for (const number of ['V400-1', 'V400-2']) await ownTerminal(shop.context, merchantId, number)
  await expectOk(call('shift', { counter: 'Foyer', openingMinor: 10_000, terminal: 'V400-1' }))
})
afterEach(async () => {
  terminal.misbehave({ outcomes: ['approve'], loseAnswers: 0, isUnplugged: false })
  expect(await ledgerViolations(shop.context)).toEqual([])
})
afterAll(async () => {
  await shop.close()
  await terminal.stop()
})

const path = '/v2/merchantusers/box-office'
const call = (what: string, body: object, token = cashier) =>
  shop.post(`${path}/${what}`, body, token)
const drawer = async () => (await expectOk(shop.get(path, cashier))).shift
const hold = async (token = cashier, ticketTypeId = event.seatTypes['a']?.ticketTypeId) => {
  const { eventId } = event
  return (await expectOk(call('held', { eventId, seats: [], ticketTypeId }, token)))
    .orderKey as string
}
const pay = (orderKey: string) => call('held/card', { orderKey })
const stateOf = async (orderKey: string) =>
  (await expectOk(call('held/card/outcome', { orderKey }))).state
/** Captures less refunds, by the terminal's own records. */
const taken = () =>
  terminal
    .records()
    .reduce(
      (sum, { category, amountMinor }) => sum + (category === 'Payment' ? 1 : -1) * amountMinor,
      0,
    )
const ticketsOf = async (orderKey: string) => {
  const { rows } = await sql`
    select t.id from ticket t join orders o on o.id = t.order_id where o.order_key = ${orderKey}`.execute(
    shop.context.db,
  )
  return rows.length
}
/** The worker's part, when it is due. */
const work = async (seconds: number) => {
  shop.context.clock.advance(seconds)
  await pollPayments(shop.context, shop.ports.checkout)
  await executeRefunds(shop.context, shop.ports.checkout)
}

test('a card pays: tickets, nothing in the drawer, the shift knows it, the organiser is owed', async () => {
  const owed = () => readBalance(shop.context, `merchant:${event.merchantId}`, 'GEL')
  const before = await owed()
  const orderKey = await hold()
  const { state, sold } = await expectOk(pay(orderKey))
  expect(state).toBe('sold')
  expect(sold.tickets).toHaveLength(1)
  expect(await drawer()).toMatchObject({
    expected: { amount: 10_000 },
    cardExpected: { amount: sold.total.amount },
  })
  expect((await owed()) - before).toBe(-5_000)
  expect(taken()).toBe(sold.total.amount)
  expect((await pay(orderKey)).body.error.code).toBe('OrderStatusNotAllowed')
  expect(taken()).toBe(sold.total.amount)
})

test('payments at terminals are on the comparison of the day', async () => {
  const day = dayAgo(shop.context.clock.now(), 0)
  const compared = await shop.post('/v2/operator/payments/run', { day }, await shop.operator())
  const { providers } = await expectOk(Promise.resolve(compared))
  const found = providers.find(({ name }: { name: string }) => name === 'terminal')
  expect(found).toMatchObject({ state: 'one-by-one', ours: [{ count: 1 }], theirs: [{ count: 1 }] })
})

test('declined, cancelled, busy or broken: nothing is taken, the seats stay held, cash or another card pays', async () => {
  const before = taken()
  const orderKey = await hold()
  terminal.misbehave({ outcomes: ['Refusal', 'Cancel', 'Busy', 'DeviceOut', 'approve'] })
  for (const reason of ['Refusal', 'Cancel', 'Busy', 'DeviceOut']) {
    const declined = await expectOk(pay(orderKey))
    expect(declined).toMatchObject({ state: 'declined', reason, sold: null })
    expect(declined.message).toBe(cardRefusal('en', reason))
    expect(declined.message).not.toContain(reason)
  }
  expect(taken()).toBe(before)
  expect((await expectOk(shop.get(path, cashier))).basket.orderKey).toBe(orderKey)
  expect((await expectOk(pay(orderKey))).state).toBe('sold')
  terminal.misbehave({ outcomes: ['Refusal'] })
  const other = await hold()
  await expectOk(pay(other))
  const cash = await expectOk(call('held/sales', { orderKey: other, givenMinor: 100_000 }))
  expect(cash.tickets).toHaveLength(1)
  const third = await hold()
  await expectOk(pay(third))
  expect(await expectOk(call('held/release', { orderKey: third }))).toEqual({ basket: null })
  expect((await expectOk(shop.get(path, cashier))).basket).toBeNull()
})

test('each condition of the protocol has words for the cashier in both languages, others the common ones', () => {
  for (const condition of Object.keys(refusals)) {
    expect(cardRefusal('ka', condition)).toMatch(/\P{ASCII}{3}/v)
    expect(cardRefusal('en', condition)).toMatch(/^[A-Z]/)
  }
  for (const unknown of ['', 'toString', 'Nonsense'])
    expect(cardRefusal('ka', unknown)).toBe(cardRefusal('ka', 'other'))
})

test('an answer that is lost after the yes: it is asked for, sold once, never taken twice', async () => {
  const before = taken()
  const orderKey = await hold()
  terminal.misbehave({ loseAnswers: 1 })
  const { state, sold } = await expectOk(pay(orderKey))
  expect(state).toBe('sold')
  expect(taken() - before).toBe(sold.total.amount)
  expect(await ticketsOf(orderKey)).toBe(1)
})

test('unplugged after the yes: nothing else pays meanwhile, and once it is back the tickets are there', async () => {
  const before = taken()
  const orderKey = await hold()
  terminal.misbehave({ loseAnswers: 1, unplugAfter: true })
  expect((await expectOk(pay(orderKey))).state).toBe('waiting')
  expect(await stateOf(orderKey)).toBe('waiting')
  for (const answer of [
    pay(orderKey),
    call('held/sales', { orderKey, givenMinor: 100_000 }),
    call('held/release', { orderKey }),
  ])
    expect((await answer).body.error.code).toBe('CardUnderWay')
  await work(60)
  expect(await ticketsOf(orderKey)).toBe(0)
  terminal.misbehave({ isUnplugged: false })
  await work(120)
  expect(await ticketsOf(orderKey)).toBe(1)
  expect(await stateOf(orderKey)).toBe('sold')
  expect(taken()).toBeGreaterThan(before)
})

test('unplugged before: nothing was taken, and it is said so when it is back', async () => {
  const before = taken()
  const orderKey = await hold()
  terminal.misbehave({ isUnplugged: true })
  expect((await expectOk(pay(orderKey))).state).toBe('waiting')
  terminal.misbehave({ isUnplugged: false })
  expect(await stateOf(orderKey)).toBe('declined')
  expect(taken()).toBe(before)
  await expectOk(call('held/release', { orderKey }))
})

test('a second press asks the terminal about the first: sold with it, or charged anew and in time', async () => {
  const before = taken()
  const sold = await hold()
  terminal.misbehave({ loseAnswers: 1, unplugAfter: true })
  expect((await expectOk(pay(sold))).state).toBe('waiting')
  terminal.misbehave({ isUnplugged: false })
  const found = await expectOk(pay(sold))
  expect(found.state).toBe('sold')
  expect(taken() - before).toBe(found.sold.total.amount)

  const untouched = await hold()
  terminal.misbehave({ isUnplugged: true })
  expect((await expectOk(pay(untouched))).state).toBe('waiting')
  terminal.misbehave({ isUnplugged: false })
  // Nearly at the end of the hold: the buyer at the terminal still has the whole time.
  await sql`update orders set deadline_at = ${new Date(shop.context.clock.now().getTime() + 20_000)}
    where order_key = ${untouched}`.execute(shop.context.db)
  expect((await expectOk(pay(untouched))).state).toBe('sold')
  const { rows } = await sql<{ deadline_at: Date }>`
    select deadline_at from orders where order_key = ${untouched}`.execute(shop.context.db)
  expect(rows[0]?.deadline_at.getTime()).toBeGreaterThan(
    shop.context.clock.now().getTime() + 200_000,
  )
})

test('the process dies after the yes: tickets while the places are there, the money back when they are not', async () => {
  const before = taken()
  for (const isInTime of [true, false]) {
    const orderKey = await hold()
    // The state after a crash before the answer: the terminal has approved, the payment is still as created.
    terminal.misbehave({ loseAnswers: 1, unplugAfter: true })
    expect((await expectOk(pay(orderKey))).state).toBe('waiting')
    await shop.context.db
      .updateTable('payment')
      .set({ state: 'created' })
      .where('order_key', '=', orderKey)
      .execute()
    terminal.misbehave({ isUnplugged: false })
    if (!isInTime) {
      // The seat has been sold to another buyer meanwhile.
      await sql`update place_leg set state = 3, hold_id = null, held_until = null
        where hold_id in (select hold_id from order_line l join orders o on o.id = l.order_id
          where o.order_key = ${orderKey} and hold_id is not null)`.execute(shop.context.db)
    }
    await work(120)
    await work(120)
    expect(await ticketsOf(orderKey)).toBe(isInTime ? 1 : 0)
  }
  const { rows } = await sql<{ left: number }>`
    select sum(p.amount_minor)::float8 as left from ledger_account a join ledger_posting p on p.account_id = a.id
    where a.code like 'order:%'`.execute(shop.context.db)
  expect(rows[0]?.left).toBe(0)
  // One was kept, one was refunded to the card.
  expect(taken()).toBeGreaterThan(before)
  expect(terminal.records().filter(({ category }) => category === 'Reversal')).toHaveLength(1)
})

test('the process dies before every statement of a sale by card: tickets for the money, or neither', async () => {
  const actor = await makeStaff(shop.context, {
    merchantId: event.merchantId,
    role: 'box-office',
  })
  const { token } = await openStaffSession(shop.context, actor.staffId, 'test')
  await expectOk(
    shop.post(`${path}/shift`, { counter: 'Yard', openingMinor: 0, terminal: 'V400-2' }, token),
  )
  const context = { ...shop.context, actor } as never
  const ports = { checkout: shop.ports.checkout } as CounterPorts
  const ends = { sold: 0, untouched: 0 }
  for (let statements = 0; ; statements += crashStride) {
    const before = taken()
    const orderKey = await hold(token, event.poolTypes[1]?.ticketTypeId)
    const sale = { orderKey, buyerName: '', buyerEmail: '', buyerPhone: '' }
    const hasDied = await crashesDuring(context, statements, (dying) =>
      payByCard(dying, ports, actor, sale),
    )
    // The terminal is queried before the places are released, and once more when it can no longer take money.
    for (const seconds of [60, 200]) await work(seconds)
    const isSold = (await ticketsOf(orderKey)) === 1
    ends[isSold ? 'sold' : 'untouched'] += 1
    expect(taken() - before > 0).toBe(isSold)
    expect(hasDied || isSold).toBe(true)
    if (!isSold) await expectOk(call('held/release', { orderKey }, token))
    if (!hasDied) break
  }
  expect(Math.min(ends.sold, ends.untouched) * crashStride).toBeGreaterThan(2)
})

test('taken back: to the card, once although an answer is lost, and the close keeps card and cash apart', async () => {
  const orderKey = await hold()
  const { sold } = await expectOk(pay(orderKey))
  const before = await drawer()
  const { orderNumber, tickets } = sold
  const back = {
    orderNumber,
    ticketIdentifiers: [tickets[0].ticketIdentifier],
    reason: 'Wrong evening',
  }
  expect(await expectOk(call('returns', back))).toMatchObject({
    to: 'card',
    shift: { expected: before.expected },
  })
  const held = taken()
  terminal.misbehave({ loseAnswers: 1 })
  for (let round = 0; round < 4; round += 1) await work(600)
  expect(held - taken()).toBe(sold.total.amount)
  const now = await drawer()
  expect(before.cardExpected.amount - now.cardExpected.amount).toBe(sold.total.amount)
  expect(now.cardExpected.amount).toBeLessThanOrEqual(taken())
  const closed = await expectOk(
    call('close', {
      countedMinor: now.expected.amount,
      cardCountedMinor: now.cardExpected.amount - 50,
    }),
  )
  expect(closed).toMatchObject({ difference: { amount: 0 }, cardDifference: { amount: -50 } })
})
