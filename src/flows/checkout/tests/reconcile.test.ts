/**
 * Goal: a day whose books agree is called so, every kind of difference is found, and money we did not know of is taken
 * up by itself. Method: payments made and paid at two demo banks on a real database; then each difference is planted by
 * hand in one book and looked for by the other.
 */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { orderStatusName } from '#contract/enumerations.ts'
import type { Order } from '#modules/orders/server/door.ts'
import { dayAgo, readDay } from '#modules/payments/server/door.ts'
import type { GcFake } from '../../../../fakes/gc/start.ts'
import { testClock } from '../../../../tests/support/context.ts'
import { executeRefunds } from '../server/execute-refunds.ts'
import { listingProviders, reconcileDay, reconcileYesterday } from '../server/reconcile.ts'
import { settlePayment } from '../server/settle-payment.ts'
import { startPayment } from '../server/start-payment.ts'
import { findBrokenPromises } from './promises.ts'
import { openWorldWithGc, orderOf, paymentsOf, type World } from './world.ts'

let world: World & { readonly gc: GcFake }
let today: string
beforeAll(async () => {
  world = await openWorldWithGc(testClock(new Date()))
  today = dayAgo(world.clock.now(), 0)
})
afterAll(() => world.close())
afterEach(async () => {
  world.bank.reset()
  world.gc.reset()
  await world.context.db.deleteFrom('reconciliation').execute()
})

interface Paid {
  readonly order: Order
  readonly paymentId: string
  readonly externalId: string
}

/** An order that is begun at a bank; paid there, and known to us when `isTold`. */
async function begin(provider: 1 | 2, isTold = true): Promise<Paid> {
  const buyer = await world.guest()
  const order = await world.order(buyer, { offeringId: await world.offering(2), places: [1] })
  const { orderKey } = order
  const started = await startPayment(buyer, world.ports, { orderKey, provider })
  if (!started.ok) throw new Error(started.code)
  const paymentId = started.value.id
  if (provider === 2) world.bank.misbehave({ callbackLost: true })
  else world.gc.misbehave({ callbackLost: true })
  let externalId = started.value.externalId ?? ''
  if (provider === 1) {
    externalId = (await world.gc.visit(started.value.approvalUrl ?? '')).trxId
    world.gc.pay(externalId, { kind: 'approve' })
  } else world.bank.pay(externalId, { kind: 'approve' })
  if (isTold) await settlePayment(world.context, world.ports, paymentId)
  return { order, paymentId, externalId }
}

const look = async () => {
  await reconcileDay(world.context, world.ports, today)
  return readDay(world.context, today, listingProviders(world.ports))
}

const plant = (paymentId: string, values: object) =>
  world.context.db.updateTable('payment').set(values).where('id', '=', paymentId).execute()

test('a clean day: both books the same, refunds and all', async () => {
  const [first] = [await begin(2), await begin(1), await begin(2)]
  const late = await begin(1, false)
  await world.context.db
    .updateTable('orders')
    .set({ total_minor: 1 })
    .where('id', '=', late.order.id)
    .execute()
  await settlePayment(world.context, world.ports, late.paymentId)
  await executeRefunds(world.context, world.ports)
  expect(first.externalId).not.toBe('')
  const day = await look()
  expect(day.differences).toEqual([])
  expect(day.providers.map(({ state }) => state)).toEqual(['agreed', 'agreed'])
  expect(day.providers).toMatchObject([
    { name: 'tpay', theirs: [{ currency: 'GEL', count: 2 }], ours: [{ count: 2 }] },
    { name: 'gc', theirs: [{ count: 2, capturedMinor: 10_500, returnedMinor: 5_250 }] },
  ])
  expect(day.providers[1]?.ours).toEqual(day.providers[1]?.theirs)
})

test.each([
  ['amount', { captured_minor: 5_249 }],
  ['currency', { captured_currency: 'USD' }],
  ['refund', { refunded_minor: 1_000 }],
] as const)('planted: another %s is found, and only that', async (kind, values) => {
  for (const provider of [2, 1] as const) {
    const { paymentId, externalId } = await begin(provider)
    const before = await world.context.db
      .selectFrom('payment')
      .select(['captured_minor', 'captured_currency', 'refunded_minor'])
      .where('id', '=', paymentId)
      .executeTakeFirstOrThrow()
    await plant(paymentId, values)
    const { differences } = await look()
    expect(differences).toMatchObject([{ kind, paymentId, externalId, provider }])
    await plant(paymentId, before)
  }
})

test('planted: money they do not know of is found', async () => {
  const { externalId, paymentId } = await begin(2)
  world.bank.misbehave({ reportOmits: externalId })
  const { differences } = await look()
  expect(differences).toMatchObject([{ kind: 'missing-there', paymentId, theirs: '' }])
})

test('planted: money of a stranger is found and stays for a person', async () => {
  const { paymentId, externalId } = await begin(2)
  const log = world.context.db.deleteFrom('payment_log').where('payment_id', '=', paymentId)
  await log.execute()
  await plant(paymentId, { external_id: `x${externalId}`, provider: 4 })
  const { differences } = await look()
  expect(differences).toMatchObject([{ kind: 'missing-here', externalId, ours: '' }])
  await plant(paymentId, { external_id: externalId, provider: 2 })
})

test('money we were never told of brings its tickets; a second charge of it goes back', async () => {
  const told = await begin(1, false)
  await plant(told.paymentId, { next_poll_at: null })
  const { differences } = await look()
  expect(differences).toEqual([])
  const state = orderStatusName((await orderOf(world.context, told.order.orderKey)).status)
  expect(state).toBe('Processed')

  const buyer = await world.guest()
  const order = await world.order(buyer, { offeringId: await world.offering(2), places: [1] })
  const { orderKey } = order
  const started = await startPayment(buyer, world.ports, { orderKey, provider: 1 })
  const url = started.ok ? (started.value.approvalUrl ?? '') : ''
  world.gc.misbehave({ callbackLost: true })
  const [one, two] = [await world.gc.visit(url), await world.gc.visit(url)]
  for (const { trxId } of [one, two]) world.gc.pay(trxId, { kind: 'approve' })
  if (started.ok) await settlePayment(world.context, world.ports, started.value.id)
  expect(await paymentsOf(world.context, orderKey)).toHaveLength(1)
  await look()
  const states = (await paymentsOf(world.context, orderKey)).map((each) => each.state)
  expect(states.toSorted()).toEqual(['captured', 'refunding'])
  await executeRefunds(world.context, world.ports)
  expect([one.returnedMinor, two.returnedMinor].toSorted()).toEqual([0, 5_250])
  expect((await look()).differences).toEqual([])
  expect(await findBrokenPromises(world.context)).toEqual([])
})

test('a provider that does not answer is asked again until it does', async () => {
  world.bank.misbehave({ reportErrorCalls: 1 })
  expect(await reconcileYesterday(world.context, world.ports)).toBe(1)
  const yesterday = dayAgo(world.clock.now(), 1)
  const read = () => readDay(world.context, yesterday, listingProviders(world.ports))
  expect((await read()).providers.map(({ state }) => state)).toEqual(['unanswered', 'agreed'])
  expect(await reconcileYesterday(world.context, world.ports)).toBe(1)
  expect((await read()).providers.map(({ state }) => state)).toEqual(['agreed', 'agreed'])
  expect(await reconcileYesterday(world.context, world.ports)).toBe(0)
})
