/**
 * Goal: no order of events loses money or places. Method: random orders, holds, payments, expiries, late captures,
 * lost answers and refunds are played against the shop (real database, demo bank over HTTP) and against a plain
 * model; states must agree after every step, and at the end the shop's books must equal the bank's.
 * Replay a failure with the printed seed: SEED=… ; more runs with RUNS=…
 */
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderStatusName } from '#contract/enumerations.ts'
import type { Order } from '#modules/orders/server/public-api.ts'
import { hintPayment } from '#modules/payments/server/public-api.ts'
import { readBalance } from '#modules/wallet/server/public-api.ts'
import type { CallContext } from '#platform/http/implement.ts'
import { executeRefunds } from '../server/execute-refunds.ts'
import { expirePayingOrder } from '../server/expire-paying-orders.ts'
import { retryOrder } from '../server/retry-order.ts'
import { settlePayment } from '../server/settle-payment.ts'
import { startPayment } from '../server/start-payment.ts'
import { findBrokenInvariants } from './invariants.ts'
import { CheckoutModel, type ModelOrder, type ModelPayment } from './checkout-model.ts'
import { openTestEnv, orderOf, paymentsOf, type TestEnv } from './test-env.ts'
import { seedOf } from '../../../../tests/support/tier.ts'

let env: TestEnv

beforeAll(async () => {
  env = await openTestEnv()
})

afterAll(() => env.close())

const runs = Number(process.env.RUNS ?? 25)
const placeCount = 5

const pick = fc.nat(20)
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('order'),
      places: fc.uniqueArray(fc.integer({ min: 1, max: placeCount }), {
        minLength: 1,
        maxLength: 3,
      }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('pay'),
      pick,
      isAnswerLost: fc.nat(7).map((number) => number === 0),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('bank'),
      pick,
      outcome: fc.constantFrom('approve', 'approve', 'decline', 'expire', 'wrong-amount'),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('settle'),
      pick,
      times: fc.integer({ min: 1, max: 3 }),
      isSilent: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('callback'), pick }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('wait'), seconds: fc.constantFrom(10, 30, 300, 901) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('expire'), pick }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('retry'), pick }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('refund'),
      trouble: fc.constantFrom('none', 'lost', 'error'),
    }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** One scenario: the model, and the identifiers of the same objects in the shop. */
class Scenario {
  readonly model = new CheckoutModel()
  readonly orders = new Map<ModelOrder, Order>()
  readonly payments = new Map<ModelPayment, { id: string; payId: string }>()
  readonly buyer: CallContext
  readonly offeringId: number

  constructor(buyer: CallContext, offeringId: number) {
    this.buyer = buyer
    this.offeringId = offeringId
  }

  get now(): number {
    return env.clock.now().getTime()
  }

  async play(next: Step): Promise<void> {
    if (next.kind === 'order') return this.order(next.places)
    if (next.kind === 'pay') return this.pay(next.pick, next.isAnswerLost)
    if (next.kind === 'bank') return this.bank(next.pick, next.outcome)
    if (next.kind === 'settle') return this.settle(next.pick, next.times, next.isSilent)
    if (next.kind === 'callback') return this.callback(next.pick)
    if (next.kind === 'expire') return this.expire(next.pick)
    if (next.kind === 'retry') return this.retry(next.pick)
    if (next.kind === 'refund') return this.refund(next.trouble)
    return env.clock.advance(next.seconds)
  }

  async order(places: readonly number[]): Promise<void> {
    const isPossible = this.model.canHold(places, this.now)
    const ordering = env.order(this.buyer, { offeringId: this.offeringId, places })
    if (!isPossible) return expect(ordering).rejects.toThrow(/SeatNotAvailable/)
    const order = await ordering
    this.orders.set(this.model.hold(places, order.deadlineAt.getTime()), order)
  }

  async pay(index: number, isAnswerLost: boolean): Promise<void> {
    const order = this.model.orders[index % this.model.orders.length]
    if (!order) return
    const { orderKey } = this.orders.get(order) as Order
    const isPayable =
      (order.status === 'Checkout' || order.status === 'PaymentPending') &&
      order.deadline - this.now >= 90_000
    const isSecond = this.model.hasOpenPayment(order)
    if (isAnswerLost && isPayable && !isSecond) {
      env.bank.misbehave({ createLostCalls: 1 })
      tally.lostAnswers += 1
    }
    const started = await startPayment(this.buyer, env.ports, { orderKey, provider: 2 })
    if (isSecond) return
    if (!isPayable) {
      expect(started.ok).toBe(false)
      if (order.status === 'Checkout' && order.deadline <= this.now) this.timeOut(order)
      if (order.status === 'PaymentPending') this.model.expire(order, this.now)
      return
    }
    expect(started.ok).toBe(!isAnswerLost)
    const [payment] = await paymentsOf(env.context, orderKey)
    const id = payment?.id ?? ''
    const payId = env.bank.payments().find((each) => each.merchantPaymentId === id)?.payId ?? ''
    this.payments.set(this.model.begin(order, !isAnswerLost), { id, payId })
  }

  timeOut(order: ModelOrder): void {
    order.status = 'PaymentPending'
    this.model.expire(order, this.now)
  }

  bank(index: number, outcome: string): void {
    const payment = this.model.payments[index % this.model.payments.length]
    if (!payment || payment.outcome === 'approved') return
    const isLate = payment.outcome !== 'open'
    if (isLate && outcome !== 'approve') return
    const { payId } = this.payments.get(payment) as { payId: string }
    if (outcome === 'wrong-amount') env.bank.misbehave({ approveAmountMinor: 3 }, payId)
    payment.isWrongAmount = outcome === 'wrong-amount'
    const decline = { kind: 'decline', resultCode: 'decline_general' } as const
    if (outcome === 'decline') env.bank.pay(payId, decline)
    else if (outcome === 'expire') env.bank.pay(payId, { kind: 'expire' })
    else env.bank.pay(payId, { kind: 'approve' }, { force: isLate })
    const ends = { decline: 'declined', expire: 'expired' } as const
    payment.outcome = ends[outcome as keyof typeof ends] ?? 'approved'
  }

  async settle(index: number, times: number, isSilent: boolean): Promise<void> {
    const payment = this.model.payments[index % this.model.payments.length]
    if (!payment) return
    const { id, payId } = this.payments.get(payment) as { id: string; payId: string }
    if (isSilent && payment.isKnown) {
      env.bank.misbehave({ statusErrorCalls: 1 }, payId)
      await settlePayment(env.context, env.ports, id)
      return
    }
    const settlements = Array.from({ length: times }, () =>
      settlePayment(env.context, env.ports, id),
    )
    await Promise.all(settlements)
    this.model.settle(payment, this.now)
    await this.followGivenUp(payment, id)
  }

  /** A payment that cannot be queried is abandoned after its session; the model copies that from the shop. */
  async followGivenUp(payment: ModelPayment, id: string): Promise<void> {
    if (payment.isKnown) return
    const order = this.orders.get(payment.order) as Order
    const real = (await paymentsOf(env.context, order.orderKey)).find((each) => each.id === id)
    if (real?.state === 'expired') {
      expect(this.now).toBeGreaterThanOrEqual(real.expiresAt.getTime())
      payment.isOpen = false
    }
  }

  async callback(index: number): Promise<void> {
    const payment = this.model.payments[index % this.model.payments.length]
    if (!payment) return
    const { id, payId } = this.payments.get(payment) as { id: string; payId: string }
    const callbackUrl = new URL(
      env.bank.payments().find((each) => each.payId === payId)?.callbackUrl ?? '',
    )
    const callbackKey = callbackUrl.searchParams.get('key') ?? ''
    await hintPayment(env.context, { provider: 2, externalId: payId, callbackKey })
    payment.isKnown = true
    await settlePayment(env.context, env.ports, id)
    this.model.settle(payment, this.now)
  }

  async expire(index: number): Promise<void> {
    const order = this.model.orders[index % this.model.orders.length]
    if (!order) return
    await expirePayingOrder(env.context, env.ports, (this.orders.get(order) as Order).orderKey)
    this.model.expire(order, this.now)
    for (const [payment, { id }] of this.payments) {
      if (payment.order === order) await this.followGivenUp(payment, id)
    }
  }

  /** Whether a retry is granted is decided by the inventory; that it takes no other order's places is checked here. */
  async retry(index: number): Promise<void> {
    const order = this.model.orders[index % this.model.orders.length]
    if (!order) return
    const real = this.orders.get(order) as Order
    const repeated = await retryOrder(this.buyer, real.orderKey)
    if (order.status !== 'Failed') return expect(repeated.ok).toBe(false)
    if (!repeated.ok || order.isRepeated) return
    for (const placeId of order.places) {
      expect(this.model.isTakable(placeId, order, this.now)).toBe(true)
    }
    const deadline = repeated.value.deadlineAt.getTime()
    this.orders.set(this.model.repeat(order, deadline), repeated.value)
  }

  async refund(trouble: string): Promise<void> {
    if (trouble === 'lost') env.bank.misbehave({ cancelLostCalls: 1 })
    if (trouble === 'error') env.bank.misbehave({ cancelErrorCalls: 1 })
    await executeRefunds(env.context, env.ports)
    env.bank.misbehave({ cancelLostCalls: 0, cancelErrorCalls: 0 })
  }

  async compare(): Promise<void> {
    for (const [order, { orderKey }] of this.orders) {
      const real = await orderOf(env.context, orderKey)
      expect([orderKey, orderStatusName(real.status)]).toEqual([orderKey, order.status])
    }
    for (const [payment, { id }] of this.payments) {
      const { orderKey } = this.orders.get(payment.order) as Order
      const real = (await paymentsOf(env.context, orderKey)).find((each) => each.id === id)
      const isRefunded = real?.state === 'refunding' || real?.state === 'refunded'
      expect([id, real?.captured !== null, isRefunded]).toEqual([
        id,
        payment.isCaptured,
        payment.isRefunded,
      ])
    }
    expect(await findBrokenInvariants(env.context)).toEqual([])
  }

  /** Callbacks and polls succeed eventually, and so do refunds. */
  async drain(): Promise<void> {
    env.bank.reset()
    env.bank.misbehave({ callbackLost: true })
    for (let index = 0; index < this.model.payments.length; index += 1) await this.callback(index)
    env.clock.advance(901)
    for (let index = 0; index < this.model.orders.length; index += 1) await this.expire(index)
    while ((await executeRefunds(env.context, env.ports)) > 0) env.clock.advance(400)
    env.clock.advance(400)
    while ((await executeRefunds(env.context, env.ports)) > 0) env.clock.advance(400)
    await this.compare()
  }
}

/** How often the scenarios reached each outcome; an outcome never reached is not tested. */
const tally = { processed: 0, refunded: 0, failed: 0, timedOut: 0, repeated: 0, lostAnswers: 0 }

function count({ model }: Scenario): void {
  for (const order of model.orders) {
    if (order.status === 'Processed') tally.processed += 1
    if (order.status === 'Failed') tally.failed += 1
    if (order.status === 'Timeout') tally.timedOut += 1
    if (order.isRepeated) tally.repeated += 1
  }
  tally.refunded += model.payments.filter((payment) => payment.isRefunded).length
}

/**
 * Scenarios that always run, besides the random ones: lost answers, retries, and money after the seat was sold again.
 */
const certain: Step[][] = [
  [
    { kind: 'order', places: [1, 2] },
    { kind: 'pay', pick: 0, isAnswerLost: false },
    { kind: 'bank', pick: 0, outcome: 'decline' },
    { kind: 'settle', pick: 0, times: 2, isSilent: false },
    { kind: 'retry', pick: 0 },
    { kind: 'bank', pick: 0, outcome: 'approve' },
    { kind: 'callback', pick: 0 },
    { kind: 'pay', pick: 1, isAnswerLost: false },
    { kind: 'bank', pick: 1, outcome: 'approve' },
    { kind: 'settle', pick: 1, times: 3, isSilent: false },
    { kind: 'refund', trouble: 'lost' },
  ],
  [
    { kind: 'order', places: [1, 2, 3] },
    { kind: 'pay', pick: 0, isAnswerLost: true },
    { kind: 'wait', seconds: 901 },
    { kind: 'expire', pick: 0 },
    { kind: 'order', places: [3] },
    { kind: 'bank', pick: 0, outcome: 'approve' },
    { kind: 'callback', pick: 0 },
    { kind: 'order', places: [1, 2] },
    { kind: 'refund', trouble: 'error' },
  ],
  [
    { kind: 'order', places: [4] },
    { kind: 'pay', pick: 0, isAnswerLost: false },
    { kind: 'bank', pick: 0, outcome: 'decline' },
    { kind: 'settle', pick: 0, times: 1, isSilent: true },
    { kind: 'settle', pick: 0, times: 1, isSilent: false },
  ],
]

test('whatever happens in whatever order, ledger, bank, places and buyers are consistent', async () => {
  const seed = seedOf('checkout model', 20_261_122)
  const stories = fc.array(step, { minLength: 8, maxLength: 45, size: 'max' })
  await fc.assert(
    fc.asyncProperty(stories, async (steps) => {
      env.bank.reset()
      env.bank.misbehave({ callbackLost: true })
      const scenario = new Scenario(await env.guest(), await env.offering(placeCount))
      for (const next of steps) {
        await scenario.play(next)
        await scenario.compare()
      }
      await scenario.drain()
      count(scenario)
      const net = env.bank.totals().GEL?.net ?? 0
      expect(await readBalance(env.context, 'provider:tpay', 'GEL')).toBe(net)
    }),
    {
      seed,
      numRuns: runs,
      examples: certain.map((steps): [Step[]] => [steps]),
      endOnFailure: process.env.SHRINK === undefined,
    },
  )
  console.info(JSON.stringify(tally))
  for (const [name, times] of Object.entries(tally)) expect([name, times]).not.toEqual([name, 0])
}, 600_000)
