/**
 * Goal: a top-up is credited once, whatever the bank does; a balance pays once, with a card or alone, and is returned
 * when the order ends unpaid; ledger and bank agree. Method: a real database and the demo bank, correct and
 * misbehaving; the clock is controlled by the test; after every scenario the ledger is checked for violations.
 */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { orderStatus } from '#contract/enumerations.ts'
import {
  applyBalance,
  releaseOrder,
  takeOffer,
  unapplyBalance,
} from '#modules/orders/server/public-api.ts'
import { saveCard, type Payment } from '#modules/payments/server/public-api.ts'
import {
  customerAccount,
  postTransfer,
  readAvailable,
  readBalance,
} from '#modules/wallet/server/public-api.ts'
import { ledgerViolations } from '#modules/wallet/tests/ledger-checks.ts'
import type { CallContext } from '#platform/http/implement.ts'
import { completeOrder } from '../server/complete-order.ts'
import { retryOrder } from '../server/retry-order.ts'
import { settlePayment } from '../server/settle-payment.ts'
import { startCardSaving, startTopUp } from '../server/start-own-payment.ts'
import { startPayment } from '../server/start-payment.ts'
import { checkoutSweeps } from '../server/sweeps.ts'
import { openTestEnv, orderOf, type TestEnv } from './test-env.ts'

let env: TestEnv
beforeAll(async () => {
  env = await openTestEnv()
})
afterEach(async () => expect(await ledgerViolations(env.context)).toEqual([]))
afterAll(() => env.close())

async function customer(): Promise<CallContext & { readonly id: string }> {
  const { db, random, clock } = env.context
  const [id, sessionId] = [random.uuid(), random.uuid()]
  const email = `${id}@example.com`
  await db.insertInto('customer').values({ id, email, activated_at: clock.now() }).execute()
  await db
    .insertInto('session')
    .values({
      id: sessionId,
      kind: 'customer',
      customer_id: id,
      token_hash: Buffer.from(random.bytes(32)),
      expires_at: new Date('2030-01-01'),
    })
    .execute()
  return { ...env.context, actor: { kind: 'customer', customerId: id, sessionId }, id }
}

type Customer = Awaited<ReturnType<typeof customer>>

async function richCustomer(amountMinor: number): Promise<Customer> {
  const who = await customer()
  await postTransfer(who, {
    idempotencyKey: `gift ${who.id}`,
    kind: 'correction',
    reference: who.id,
    postings: [
      { account: 'house:fees', currency: 'GEL', amountMinor },
      { account: customerAccount(who.id), currency: 'GEL', amountMinor: -amountMinor },
    ],
  })
  return who
}

/** Operations on a balance, the oldest first. */
async function logOf(who: Customer): Promise<string[]> {
  const { db } = env.context
  const log = db.selectFrom('balance_log').select('kind').where('customer_id', '=', who.id)
  return (await log.orderBy('id').execute()).map(({ kind }) => kind)
}

const available = (who: Customer) => readAvailable(who, who.id, 'GEL')

async function begin(who: Customer, amountMinor: number): Promise<Payment> {
  const started = await startTopUp(who, env.ports, { amountMinor, provider: 2 })
  if (!started.ok) throw new Error(started.code)
  return started.value
}

const settle = (payment: Payment) => settlePayment(env.context, env.ports, payment.id)

test('a top-up lands once, however often the bank and we say so', async () => {
  const who = await customer()
  const payment = await begin(who, 5_000)
  expect(payment.approvalUrl).toMatch(/^http/)
  await settle(payment)
  expect(await available(who)).toBe(0)
  env.bank.pay(payment.externalId ?? '', { kind: 'approve' })
  await Promise.all(Array.from({ length: 8 }, () => settle(payment)))
  expect(await available(who)).toBe(5_000)
  expect(await settle(payment)).toMatchObject({ state: 'captured' })
  expect(await available(who)).toBe(5_000)
  expect(await readBalance(who, `payment:${payment.id}`, 'GEL')).toBe(0)
  expect(await logOf(who)).toEqual(['top-up-started', 'top-up-captured'])
})

test('a top-up that was declined, then taken after all, lands late and once', async () => {
  const who = await customer()
  const payment = await begin(who, 700)
  env.bank.pay(payment.externalId ?? '', { kind: 'decline', resultCode: 'decline_general' })
  expect(await settle(payment)).toMatchObject({ state: 'declined' })
  env.bank.pay(payment.externalId ?? '', { kind: 'approve' }, { force: true })
  await settle(payment)
  await settle(payment)
  expect(await available(who)).toBe(700)
})

test('a top-up whose creation was not answered is unknown and credited once the bank reports it', async () => {
  const who = await customer()
  env.bank.misbehave({ createLostCalls: 1 })
  const refused = await startTopUp(who, env.ports, { amountMinor: 900, provider: 2 })
  expect(refused).toMatchObject({ ok: false, code: 'PaymentProviderFailed' })
  const held = env.bank.payments().find((each) => each.requestedMinor === 900)
  env.bank.pay(held?.payId ?? '', { kind: 'approve' })
  await expect
    .poll(async () => {
      for (const sweep of checkoutSweeps(env.ports)) await sweep.run(env.context)
      return available(who)
    })
    .toBe(900)
})

test('the balance limit and another provider are refused', async () => {
  const who = await richCustomer(900_000)
  expect(await startTopUp(who, env.ports, { amountMinor: 200_000, provider: 2 })).toMatchObject({
    code: 'BalanceLimitReached',
  })
  expect(await startTopUp(who, env.ports, { amountMinor: 200, provider: 3 })).toMatchObject({
    code: 'PaymentProviderNotAvailable',
  })
})

test('top-ups begun at the same moment count each other: six of 3,000 lari, and three are begun', async () => {
  const who = await richCustomer(100)
  const answers = await Promise.all(
    Array.from({ length: 6 }, () =>
      startTopUp(who, env.ports, { amountMinor: 300_000, provider: 2 }),
    ),
  )
  expect(answers.filter(({ ok }) => ok)).toHaveLength(3)
  const refused = answers.filter((answer) => !answer.ok)
  expect(refused.map(({ code }) => code)).toEqual(Array(3).fill('BalanceLimitReached'))
})

test('a balance pays a whole order, without a bank', async () => {
  const who = await richCustomer(20_000)
  const order = await env.order(who, { offeringId: await env.offering(3), places: [1, 2] })
  const applied = await applyBalance(who, { orderKey: order.orderKey })
  expect(applied).toMatchObject({ ok: true, value: { totalMinor: 0 } })
  expect(await available(who)).toBe(20_000 - order.totalMinor)
  const done = await completeOrder(who, env.ports, order.orderKey)
  expect(done).toMatchObject({ value: { order: { status: orderStatus.Processed } } })
  expect(await available(who)).toBe(20_000 - order.totalMinor)
  expect(await readBalance(who, `order:${order.orderKey}`, 'GEL')).toBe(0)
  expect(await logOf(who)).toEqual(['applied', 'billed'])
})

test('balance and card pay together, and the organiser has it all', async () => {
  const who = await richCustomer(1_000)
  const order = await env.order(who, { offeringId: await env.offering(2), places: [1] })
  const before = await readBalance(who, 'merchant:7', 'GEL')
  await applyBalance(who, { orderKey: order.orderKey })
  const started = await startPayment(who, env.ports, { orderKey: order.orderKey, provider: 2 })
  expect(started).toMatchObject({
    ok: true,
    value: { amount: { amount: order.totalMinor - 1_000 } },
  })
  const payment = started.ok ? started.value : null
  env.bank.pay(payment?.externalId ?? '', { kind: 'approve' })
  await settlePayment(who, env.ports, payment?.id ?? '')
  expect((await orderOf(who, order.orderKey)).status).toBe(orderStatus.Processed)
  expect(await available(who)).toBe(0)
  expect(await readBalance(who, `order:${order.orderKey}`, 'GEL')).toBe(0)
  expect(before - (await readBalance(who, 'merchant:7', 'GEL'))).toBe(5_000)
})

test('a declined card lets the balance go, and the repeat asks for the whole sum', async () => {
  const who = await richCustomer(1_000)
  const order = await env.order(who, { offeringId: await env.offering(2), places: [1] })
  await applyBalance(who, { orderKey: order.orderKey })
  const started = await startPayment(who, env.ports, { orderKey: order.orderKey, provider: 2 })
  const payment = started.ok ? started.value : null
  const outcome = { kind: 'decline', resultCode: 'decline_general' } as const
  env.bank.pay(payment?.externalId ?? '', outcome)
  await settlePayment(who, env.ports, payment?.id ?? '')
  expect(await available(who)).toBe(1_000)
  const again = await retryOrder(who, order.orderKey)
  expect(again).toMatchObject({ ok: true, value: { totalMinor: order.totalMinor } })
})

test.each([
  ['is still there: tickets', 0, orderStatus.Processed],
  ['was spent meanwhile: the card’s money goes back', 1_000, orderStatus.Timeout],
])('a card’s money that comes late, when the balance %s', async (_, spentMinor, status) => {
  const who = await richCustomer(1_000)
  const order = await env.order(who, { offeringId: await env.offering(2), places: [1] })
  await applyBalance(who, { orderKey: order.orderKey })
  const started = await startPayment(who, env.ports, { orderKey: order.orderKey, provider: 2 })
  const payment = started.ok ? started.value : null
  env.clock.advance(16 * 60)
  for (const sweep of checkoutSweeps(env.ports)) await sweep.run(env.context)
  expect((await orderOf(who, order.orderKey)).status).toBe(orderStatus.Timeout)
  expect(await available(who)).toBe(1_000)
  if (spentMinor > 0) {
    const other = await env.order(who, { offeringId: await env.offering(2), places: [1] })
    await applyBalance(who, { orderKey: other.orderKey })
  }
  env.bank.pay(payment?.externalId ?? '', { kind: 'approve' })
  const settled = await settlePayment(who, env.ports, payment?.id ?? '')
  expect((await orderOf(who, order.orderKey)).status).toBe(status)
  expect(settled?.state).toBe(spentMinor > 0 ? 'refunding' : 'captured')
  expect(await available(who)).toBe(0)
})

test('giving places back, choosing more and unapplying let the balance go', async () => {
  const who = await richCustomer(30_000)
  const offeringId = await env.offering(9)
  const order = await env.order(who, { offeringId, places: [1, 2] })
  const { orderKey } = order
  await applyBalance(who, { orderKey })
  const lineId = order.lines.find((line) => line.kind === 'Ticket')?.id ?? 0
  const less = await releaseOrder(who, { orderKey, lineIds: [lineId], cancel: false })
  expect(less).toMatchObject({ ok: true, value: { totalMinor: 5_250 } })
  expect(await available(who)).toBe(30_000)
  await applyBalance(who, { orderKey })
  const source = env.ports.orders.sources[0]
  if (!source) throw new Error('the world sells something')
  const more = await takeOffer(who, source, { orderKey, request: { offeringId, places: [5] } })
  expect(more).toMatchObject({ ok: true, value: { totalMinor: 10_500 } })
  expect((await orderOf(who, orderKey)).totalMinor).toBe(10_500)
  expect(await available(who)).toBe(30_000)
  await applyBalance(who, { orderKey, amountMinor: 300 })
  expect(await available(who)).toBe(29_700)
  expect(await unapplyBalance(who, orderKey)).toMatchObject({ value: { totalMinor: 10_500 } })
  expect(await available(who)).toBe(30_000)
  const turns = Array.from({ length: 3 }, () => ['applied', 'unapplied'])
  expect(await logOf(who)).toEqual(turns.flat())
})

test('one balance for two concurrent orders, and another customer’s order', async () => {
  const who = await richCustomer(5_250)
  const orders = await Promise.all(
    [1, 2, 3].map(async () => env.order(who, { offeringId: await env.offering(1), places: [1] })),
  )
  const answers = await Promise.all(
    orders.map(({ orderKey }) => applyBalance(who, { orderKey, amountMinor: 5_250 })),
  )
  expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
  const stranger = await richCustomer(9_000)
  expect(await applyBalance(stranger, { orderKey: orders[0]?.orderKey ?? '' })).toMatchObject({
    code: 'OrderNotFound',
  })
})

test('a card is stored only by its token, at no cost, and deleted at the bank too', async () => {
  const who = await customer()
  const started = await startCardSaving(who, env.ports, { provider: 2 })
  const payment = started.ok ? started.value : null
  env.bank.pay(payment?.externalId ?? '', { kind: 'approve' })
  await settlePayment(who, env.ports, payment?.id ?? '')
  const cards = () =>
    who.db.selectFrom('saved_card').selectAll().where('customer_id', '=', who.id).execute()
  const [card, ...others] = await cards()
  expect(others).toEqual([])
  expect(card?.last_four).toMatch(/^\d{4}$/)
  // A token and ids are hexadecimal and may happen to be all digits for a while; a card's number is longer than an id's part.
  expect(JSON.stringify({ ...card, token: '' })).not.toMatch(/\d{13,}/)
  const now = who.clock.now()
  await who.db
    .updateTable('saved_card')
    .set({ removed_at: now, next_delete_at: now })
    .where('customer_id', '=', who.id)
    .execute()
  for (const sweep of checkoutSweeps(env.ports)) await sweep.run(env.context)
  expect((await cards())[0]?.token_deleted_at).not.toBeNull()
  expect(env.bank.payments().find((each) => each.recId === card?.token)?.recDeleted).toBe(true)
  // A bank may know the same card by the same token again.
  if (!payment || !card) throw new Error('There is a card')
  const shown = { token: card.token, mask: '4***********1111', goodUntil: '2031-05' }
  const save = (by: { readonly id: string }) =>
    saveCard(env.context, { ...payment, customerId: by.id, saveCard: true }, shown)
  await save(who)
  const again = { removed_at: null, next_delete_at: null, token_deleted_at: null }
  expect(await cards()).toMatchObject([{ ...again, good_until: '2031-05' }])
  // Other customers' data stays unchanged.
  await save(await customer())
  expect(await cards()).toHaveLength(1)
})
