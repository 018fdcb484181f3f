/**
 * Goal: a day whose books agree is reported as equal, every kind of difference is found, and unknown captures are
 * applied automatically. Method: payments made and paid at two demo banks on a real database; then each difference is
 * inserted in one book and must be found by comparison with the other.
 */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { orderStatusName } from '#contract/enumerations.ts'
import type { Order } from '#modules/orders/server/public-api.ts'
import { dayAgo, readDay, sheetOfDifferences } from '#modules/payments/server/public-api.ts'
import type { GcFake } from '../../../../fakes/gc/start.ts'
import { testClock } from '../../../../tests/support/context.ts'
import { executeRefunds } from '../server/execute-refunds.ts'
import { cardProviders, reconcileDay, reconcileYesterday } from '../server/reconcile.ts'
import { settlePayment } from '../server/settle-payment.ts'
import { csvOf } from '#platform/tables/csv.ts'
import { startPayment } from '../server/start-payment.ts'
import { findBrokenInvariants } from './invariants.ts'
import { openTestEnvWithGc, orderOf, paymentsOf, type TestEnv } from './test-env.ts'

let env: TestEnv & { readonly gc: GcFake }
let today: string
beforeAll(async () => {
  env = await openTestEnvWithGc(testClock(new Date()))
  today = dayAgo(env.clock.now(), 0)
})
afterAll(() => env.close())
afterEach(async () => {
  env.bank.reset()
  env.gc.reset()
  await env.context.db.deleteFrom('reconciliation').execute()
})

interface Paid {
  readonly order: Order
  readonly paymentId: string
  readonly externalId: string
}

/** An order that is begun at a bank; paid there, and known to us when `isTold`. */
async function begin(provider: 1 | 2, isTold = true): Promise<Paid> {
  const buyer = await env.guest()
  const order = await env.order(buyer, { offeringId: await env.offering(2), places: [1] })
  const { orderKey } = order
  const started = await startPayment(buyer, env.ports, { orderKey, provider })
  if (!started.ok) throw new Error(started.code)
  const paymentId = started.value.id
  if (provider === 2) env.bank.misbehave({ callbackLost: true })
  else env.gc.misbehave({ callbackLost: true })
  let externalId = started.value.externalId ?? ''
  if (provider === 1) {
    externalId = (await env.gc.visit(started.value.approvalUrl ?? '')).trxId
    env.gc.pay(externalId, { kind: 'approve' })
  } else env.bank.pay(externalId, { kind: 'approve' })
  if (isTold) await settlePayment(env.context, env.ports, paymentId)
  return { order, paymentId, externalId }
}

const look = async () => {
  await reconcileDay(env.context, env.ports, today)
  return readDay(env.context, today, cardProviders(env.ports))
}

const plant = (paymentId: string, values: object) =>
  env.context.db.updateTable('payment').set(values).where('id', '=', paymentId).execute()

test('a clean day: both books the same, refunds and all', async () => {
  const [first] = [await begin(2), await begin(1), await begin(2)]
  const late = await begin(1, false)
  await env.context.db
    .updateTable('orders')
    .set({ total_minor: 1 })
    .where('id', '=', late.order.id)
    .execute()
  await settlePayment(env.context, env.ports, late.paymentId)
  await executeRefunds(env.context, env.ports)
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
    const before = await env.context.db
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
  env.bank.misbehave({ reportOmits: externalId })
  const { differences } = await look()
  expect(differences).toMatchObject([{ kind: 'missing-there', paymentId, theirs: '' }])
})

test('planted: money of a stranger is found and stays for a person', async () => {
  const { paymentId, externalId } = await begin(2)
  const log = env.context.db.deleteFrom('payment_log').where('payment_id', '=', paymentId)
  await log.execute()
  await plant(paymentId, { external_id: `x${externalId}`, provider: 4 })
  const { differences } = await look()
  expect(differences).toMatchObject([{ kind: 'missing-here', externalId, ours: '' }])
  await plant(paymentId, { external_id: externalId, provider: 2 })
})

test('an unreported capture brings its tickets; a second one of the same payment is refunded', async () => {
  const told = await begin(1, false)
  await plant(told.paymentId, { next_poll_at: null })
  const { differences } = await look()
  expect(differences).toEqual([])
  const state = orderStatusName((await orderOf(env.context, told.order.orderKey)).status)
  expect(state).toBe('Processed')

  const buyer = await env.guest()
  const order = await env.order(buyer, { offeringId: await env.offering(2), places: [1] })
  const { orderKey } = order
  const started = await startPayment(buyer, env.ports, { orderKey, provider: 1 })
  const url = started.ok ? (started.value.approvalUrl ?? '') : ''
  env.gc.misbehave({ callbackLost: true })
  const [one, two] = [await env.gc.visit(url), await env.gc.visit(url)]
  for (const { trxId } of [one, two]) env.gc.pay(trxId, { kind: 'approve' })
  if (started.ok) await settlePayment(env.context, env.ports, started.value.id)
  expect(await paymentsOf(env.context, orderKey)).toHaveLength(1)
  await look()
  const states = (await paymentsOf(env.context, orderKey)).map((each) => each.state)
  expect(states.toSorted()).toEqual(['captured', 'refunding'])
  await executeRefunds(env.context, env.ports)
  expect([one.returnedMinor, two.returnedMinor].toSorted()).toEqual([0, 5_250])
  expect((await look()).differences).toEqual([])
  expect(await findBrokenInvariants(env.context)).toEqual([])
})

test('a provider that does not answer is retried until it does', async () => {
  env.bank.misbehave({ reportErrorCalls: 1 })
  expect(await reconcileYesterday(env.context, env.ports)).toBe(1)
  const yesterday = dayAgo(env.clock.now(), 1)
  const read = () => readDay(env.context, yesterday, cardProviders(env.ports))
  expect((await read()).providers.map(({ state }) => state)).toEqual(['unanswered', 'agreed'])
  expect(await reconcileYesterday(env.context, env.ports)).toBe(1)
  expect((await read()).providers.map(({ state }) => state)).toEqual(['agreed', 'agreed'])
  expect(await reconcileYesterday(env.context, env.ports)).toBe(0)
})

test('a provider without a statement is asked about each payment, and never agrees as a whole', async () => {
  const { externalId } = await begin(2)
  const own = dayAgo(env.clock.now(), 0)
  const providers = env.ports.providers.map((provider) =>
    Object.create(provider, { report: { value: undefined } }),
  )
  const ports = { ...env.ports, providers }
  const compare = async () => {
    await reconcileDay(env.context, ports, own)
    return readDay(env.context, own, cardProviders(ports))
  }
  const [listed] = (await compare()).providers
  expect(listed).toMatchObject({ name: 'tpay', state: 'one-by-one', isWholeDay: false })
  expect(listed?.theirs).toEqual(listed?.ours)
  expect(listed?.ours[0]?.count).toBeGreaterThan(0)
  const payment = env.bank.payments().find(({ payId }) => payId === externalId)
  if (!payment) throw new Error('the payment is at the bank')
  payment.returnedMinor += 100
  const other = await compare()
  expect(other.providers[0]?.state).toBe('differs')
  expect(other.differences).toMatchObject([{ kind: 'refund', externalId }])
  const csv = csvOf([sheetOfDifferences('en', other)])
  expect(csv).toContain('Compared before the day was over')
  // Amounts of both sides stand in columns of their own, each with its currency.
  expect(csv).toMatch(
    /"A different amount was refunded","[^"]*","[^"]*","[\d.]+","GEL","0.00","Paid","[\d.]+","GEL","1.00"/,
  )
})

test('a day that was compared before its end is compared again when it is over', async () => {
  await look()
  env.clock.advance(86_400)
  const read = () => readDay(env.context, today, cardProviders(env.ports))
  expect((await read()).providers.map(({ isWholeDay }) => isWholeDay)).toEqual([false, false])
  expect(await reconcileYesterday(env.context, env.ports)).toBe(1)
  expect((await read()).providers.map(({ isWholeDay }) => isWholeDay)).toEqual([true, true])
})
