/**
 * Goal: a calling bank is trusted only as far as its signature covers; whatever calls it repeats, reorders or loses, a
 * buyer ends with tickets or a refund. Method: the demo card bank over HTTP and a real database; each test plays one
 * scenario and then checks the order, the bank's own statement and all invariants.
 */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { orderStatusName } from '#contract/enumerations.ts'
import { expireOrder, type Order } from '#modules/orders/server/public-api.ts'
import type { CallContext } from '#platform/http/implement.ts'
import type { GcFake } from '../../../../fakes/gc/start.ts'
import { completeOrder } from '../server/complete-order.ts'
import { executeRefunds } from '../server/execute-refunds.ts'
import { expirePayingOrders } from '../server/expire-paying-orders.ts'
import { pollPayments } from '../server/poll-payments.ts'
import { startPayment } from '../server/start-payment.ts'
import { findBrokenInvariants } from './invariants.ts'
import { openTestEnvWithGc, orderOf, paymentsOf, type TestEnv } from './test-env.ts'

let env: TestEnv & { readonly gc: GcFake }
let gc: GcFake
beforeAll(async () => {
  env = await openTestEnvWithGc()
  gc = env.gc
})
afterAll(() => env.close())
afterEach(async () => {
  gc.reset()
  expect(await findBrokenInvariants(env.context)).toEqual([])
})

const asked = 10_500

interface Begun {
  readonly buyer: CallContext
  readonly order: Order
  readonly paymentId: string
  readonly approvalUrl: string
}

async function begin(buyer?: CallContext): Promise<Begun> {
  const who = buyer ?? (await env.guest())
  const offeringId = await env.offering(4)
  const order = await env.order(who, { offeringId, places: [1, 2] })
  const { orderKey } = order
  const started = await startPayment(who, env.ports, { orderKey, provider: 1, saveCard: true })
  if (!started.ok) throw new Error(started.code)
  const { id: paymentId, approvalUrl } = started.value
  return { buyer: who, order, paymentId, approvalUrl: approvalUrl ?? '' }
}

async function stateOf({ order }: Begun): Promise<string> {
  return orderStatusName((await orderOf(env.context, order.orderKey)).status)
}

const paymentStates = async ({ order }: Begun) =>
  (await paymentsOf(env.context, order.orderKey)).map((each) => each.state).toSorted()

const trxOf = (begun: Begun) => gc.visit(begun.approvalUrl)
const poll = () => pollPayments(env.context, env.ports)

test('paid: checked, taken, registered; the register call alone brings order and tickets', async () => {
  const scenario = await begin()
  const trx = await trxOf(scenario)
  expect(trx).toMatchObject({ requestedMinor: asked, requestedCurrency: 'GEL', resultCode: null })
  expect(trx.merchantTrx).toBe(scenario.paymentId)
  const before = gc.calls.session
  gc.pay(trx.trxId, { kind: 'approve' })
  await gc.delivered(trx.trxId)
  expect(await stateOf(scenario)).toBe('Processed')
  expect(gc.calls.session).toBe(before)
  expect(await paymentsOf(env.context, scenario.order.orderKey)).toMatchObject([
    { state: 'captured', externalId: trx.trxId, captured: { amount: asked, currency: 'GEL' } },
  ])
})

test.each([
  ['no signature', { signature: 'none' }],
  ['another key', { signature: 'other-key' }],
  ['the signature of another address', { signature: 'of-another' }],
  ['no name and password', { basic: 'none' }],
  ['a wrong password', { basic: 'wrong' }],
  ['another amount than was signed', { changed: { amount: '1' } }],
  ['another payment than was signed', { changed: { 'o.payment_id': crypto.randomUUID() } }],
] as const)(
  'forged: a register call with %s is refused in XML and changes nothing',
  async (_, how) => {
    const scenario = await begin()
    gc.misbehave({ callbackLost: true })
    const trx = await trxOf(scenario)
    gc.pay(trx.trxId, { kind: 'approve' })
    const before = await env.context.db.selectFrom('payment').selectAll().execute()
    expect(await gc.register(trx.trxId, how)).toBe(false)
    expect(gc.shopCalls().at(-1)).toMatchObject({ kind: 'register', status: 401, code: '2' })
    expect(await env.context.db.selectFrom('payment').selectAll().execute()).toEqual(before)
    expect(await stateOf(scenario)).toBe('PaymentPending')
    expect(await gc.register(trx.trxId)).toBe(true)
    expect(await stateOf(scenario)).toBe('Processed')
  },
)

test('a repeated signed register call, concurrent and later, and a failure after it, change nothing', async () => {
  const scenario = await begin()
  gc.misbehave({ callbackCopies: 8, failureAfterSuccess: true })
  const trx = await trxOf(scenario)
  gc.pay(trx.trxId, { kind: 'approve' })
  await gc.delivered(trx.trxId)
  expect(await Promise.all([1, 2, 3].map(() => gc.register(trx.trxId)))).toEqual([true, true, true])
  await poll()
  expect(await stateOf(scenario)).toBe('Processed')
  expect(await paymentStates(scenario)).toEqual(['captured'])
  const tickets = await env.context.db
    .selectFrom('ticket')
    .select('id')
    .where('order_id', '=', scenario.order.id)
    .execute()
  expect(tickets).toHaveLength(2)
})

test('lost: the register call never comes, and the bank’s list of transactions reveals the payment', async () => {
  const scenario = await begin()
  gc.misbehave({ callbackLost: true, statusErrorCalls: 1 })
  const trx = await trxOf(scenario)
  gc.pay(trx.trxId, { kind: 'approve' })
  await completeOrder(scenario.buyer, env.ports, scenario.order.orderKey)
  expect(await paymentStates(scenario)).toEqual(['unknown'])
  env.clock.advance(3)
  await completeOrder(scenario.buyer, env.ports, scenario.order.orderKey)
  expect(await stateOf(scenario)).toBe('Processed')
})

test('declined and left: the one ends the order, the other leaves it payable', async () => {
  const declined = await begin()
  const trx = await trxOf(declined)
  gc.pay(trx.trxId, { kind: 'decline', resultCode: 'decline_not_sufficient_funds' })
  await gc.delivered(trx.trxId)
  await poll()
  expect(await stateOf(declined)).toBe('Failed')
  expect(await paymentsOf(env.context, declined.order.orderKey)).toMatchObject([
    { state: 'declined', failureCode: 'decline_not_sufficient_funds' },
  ])
  const left = await begin()
  const leftTrx = await trxOf(left)
  gc.leave(leftTrx.trxId)
  await gc.delivered(leftTrx.trxId)
  await poll()
  expect(await stateOf(left)).toBe('PaymentPending')
  expect(await paymentStates(left)).toEqual(['canceled'])
})

test('started twice: the failure of the first does not end the payment of the second', async () => {
  const scenario = await begin()
  const [first, second] = [await trxOf(scenario), await trxOf(scenario)]
  gc.pay(first.trxId, { kind: 'decline', resultCode: 'decline_general' })
  await gc.delivered(first.trxId)
  await poll()
  expect(await stateOf(scenario)).toBe('PaymentPending')
  gc.pay(second.trxId, { kind: 'approve' })
  await gc.delivered(second.trxId)
  expect(await stateOf(scenario)).toBe('Processed')
})

test('paid twice in two windows: one pays the order, the other money goes back, once', async () => {
  const scenario = await begin()
  const [first, second] = [await trxOf(scenario), await trxOf(scenario)]
  for (const { trxId } of [first, second]) gc.pay(trxId, { kind: 'approve' })
  await Promise.all([gc.delivered(first.trxId), gc.delivered(second.trxId)])
  await gc.register(first.trxId)
  await gc.register(second.trxId)
  expect(await stateOf(scenario)).toBe('Processed')
  expect(await paymentStates(scenario)).toEqual(['captured', 'refunding'])
  gc.misbehave({ cancelLostCalls: 1 })
  for (let round = 0; round < 3; round += 1) {
    await executeRefunds(env.context, env.ports)
    env.clock.advance(400)
  }
  expect(await paymentStates(scenario)).toEqual(['captured', 'refunded'])
  expect([first, second].map((each) => each.returnedMinor).toSorted()).toEqual([0, asked])
})

test('another amount or currency than was offered: the order fails, the money goes back', async () => {
  const scenario = await begin()
  gc.misbehave({ approveAmountMinor: 1 })
  const trx = await trxOf(scenario)
  gc.pay(trx.trxId, { kind: 'approve' })
  await gc.delivered(trx.trxId)
  expect(await stateOf(scenario)).toBe('Failed')
  expect(await paymentStates(scenario)).toEqual(['refunding'])
  await executeRefunds(env.context, env.ports)
  expect(await paymentStates(scenario)).toEqual(['refunded'])
})

test('the check refuses payments that are no longer possible', async () => {
  const changed = await begin()
  const cheaper = changed.approvalUrl.replace(/o\.amount=\d+/, 'o.amount=1')
  expect(await gc.visit(cheaper)).toMatchObject({ resultCode: '2', extendedCode: '2' })
  const nobody = changed.approvalUrl.replace(
    /payment_id=[\w-]+/,
    `payment_id=${crypto.randomUUID()}`,
  )
  expect(await gc.visit(nobody)).toMatchObject({ extendedCode: '2' })
  await env.context.db
    .updateTable('orders')
    .set({ total_minor: 1 })
    .where('id', '=', changed.order.id)
    .execute()
  expect(await trxOf(changed)).toMatchObject({ extendedCode: '2' })
  await env.context.db
    .updateTable('orders')
    .set({ total_minor: asked })
    .where('id', '=', changed.order.id)
    .execute()
  expect(await trxOf(changed)).toMatchObject({ extendedCode: null })

  const paid = await begin()
  const trx = await trxOf(paid)
  gc.pay(trx.trxId, { kind: 'approve' })
  await gc.delivered(trx.trxId)
  expect(await trxOf(paid)).toMatchObject({ extendedCode: '2' })

  const late = await begin()
  env.clock.advance(901)
  expect(await trxOf(late)).toMatchObject({ extendedCode: '2' })
  await expirePayingOrders(env.context, env.ports)
  await expireOrder(env.context, late.order.orderKey)
  expect(await stateOf(late)).toBe('Timeout')
  expect(await trxOf(late)).toMatchObject({ extendedCode: '2' })
})

test('taken after the hold ended: the same places if they are free, else the money back', async () => {
  const scenario = await begin()
  const trx = await trxOf(scenario)
  env.clock.advance(901)
  await expirePayingOrders(env.context, env.ports)
  gc.pay(trx.trxId, { kind: 'approve' })
  await gc.delivered(trx.trxId)
  expect(await stateOf(scenario)).toBe('Processed')
})

test('a saved card pays the next order: one token, one charge, however often it is requested', async () => {
  const who = await env.customer()
  const scenario = await begin(who)
  const trx = await trxOf(scenario)
  gc.pay(trx.trxId, { kind: 'approve' })
  await gc.delivered(trx.trxId)
  const card = await env.context.db
    .selectFrom('saved_card')
    .selectAll()
    .where('customer_id', '=', who.id)
    .executeTakeFirstOrThrow()
  expect(card).toMatchObject({ token: trx.trxId, last_four: '0001', good_until: '2030-12' })
  const order = await env.order(who, { offeringId: await env.offering(2), places: [1] })
  const options = { orderKey: order.orderKey, provider: 1, cardId: card.id }
  gc.misbehave({ executionLostCalls: 1 })
  const started = await startPayment(who, env.ports, options)
  expect(started).toMatchObject({ ok: true, value: { state: 'captured', approvalUrl: null } })
  const paymentId = started.ok ? started.value.id : ''
  // A second request to the same address gets no token.
  const again = scenario.approvalUrl
    .replace(/payment_id=[\w-]+/, `payment_id=${paymentId}`)
    .replace(/o\.amount=\d+/, 'o.amount=5250')
  expect(await gc.visit(again)).toMatchObject({ extendedCode: '2' })
  expect(gc.transactions().filter((each) => each.merchantTrx === paymentId)).toHaveLength(1)
  expect(orderStatusName((await orderOf(env.context, order.orderKey)).status)).toBe('Processed')
})

test('the token of a saved card is returned once, to the first transaction that requests it', async () => {
  const who = await env.customer()
  const scenario = await begin(who)
  const trx = await trxOf(scenario)
  gc.pay(trx.trxId, { kind: 'approve' })
  await gc.delivered(trx.trxId)
  const card = await env.context.db
    .selectFrom('saved_card')
    .select('id')
    .where('customer_id', '=', who.id)
    .executeTakeFirstOrThrow()
  const order = await env.order(who, { offeringId: await env.offering(2), places: [1] })
  const options = { orderKey: order.orderKey, provider: 1, cardId: card.id }
  // The bank fails before it has sent a request: the payment stays open, its outcome unknown.
  gc.misbehave({ executionErrorCalls: 1 })
  const started = await startPayment(who, env.ports, options)
  const paymentId = started.ok ? started.value.id : ''
  const address = scenario.approvalUrl
    .replace(/payment_id=[\w-]+/, `payment_id=${paymentId}`)
    .replace(/o\.amount=\d+/, 'o.amount=5250')
  const visits = await Promise.all([1, 2, 3, 4].map(() => gc.visit(address)))
  expect(visits.filter((each) => each.resultCode === '1')).toHaveLength(1)
  await poll()
  expect(orderStatusName((await orderOf(env.context, order.orderKey)).status)).toBe('Processed')
})
