/**
 * Goal: orders over several offerings, with leg ranges, never overlap and never lose money. Method: random requests to
 * two sources, all or nothing or what there is, releases, payments, late payments, expiries and time are played against
 * the shop (real database, demo bank over HTTP) and a plain model of places by leg; after every step the places, the
 * lines, the sums and the states must agree. Replay with the printed seed: SEED=…; more operations with OPERATIONS=…
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderStatus } from '#contract/enumerations.ts'
import { createOffering } from '#modules/inventory/server/public-api.ts'
import {
  checkoutOrder,
  expireOrder,
  releaseOrder,
  requestFor,
  takeOffers,
} from '#modules/orders/server/public-api.ts'
import { isFinal } from '#modules/orders/server/rules.ts'
import {
  journeySource,
  legFeeMinor,
  legPriceMinor,
  type JourneyPlaces,
} from '#modules/orders/tests/journey-source.ts'
import { readBalance } from '#modules/wallet/server/public-api.ts'
import type { CallContext } from '#platform/http/implement.ts'
import { executeRefunds } from '../server/execute-refunds.ts'
import { expirePayingOrder } from '../server/expire-paying-orders.ts'
import { settlePayment } from '../server/settle-payment.ts'
import { startPayment } from '../server/start-payment.ts'
import { findBrokenInvariants } from './invariants.ts'
import { LegModel, type Claim, type ModelOrder } from './leg-model.ts'
import { openTestEnv, orderOf, paymentsOf, type TestEnv } from './test-env.ts'

const seed = Number(process.env.SEED ?? Date.now() % 2_147_483_647)
const operations = Number(process.env.OPERATIONS ?? 250)
/** A new set of offerings after so many, so that there is always something to take. */
const operationsPerWorld = 50
const [legCount, placeCount, deckCapacity] = [4, 3, 3]
const buyer = { name: 'Nino', email: 'nino@example.com', phone: '+995555000000' }

let env: TestEnv
const sources = [journeySource('boat'), journeySource('train')] as const

beforeAll(async () => {
  env = await openTestEnv()
})
afterAll(() => env.close())

/** Mulberry32: the same numbers for the same seed. */
function randomOf(start: number): (below: number) => number {
  let state = start
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

/** How often the run came to what it is about. */
const tally = { granted: 0, refused: 0, partly: 0, released: 0, sold: 0, late: 0, moneyBack: 0 }

class Run {
  readonly below: (below: number) => number
  readonly model: LegModel
  readonly offerings: readonly number[]
  readonly as: CallContext

  constructor(below: (below: number) => number, offerings: readonly number[], as: CallContext) {
    this.below = below
    this.offerings = offerings
    this.as = as
    this.model = new LegModel(deckCapacity)
  }

  get now(): number {
    return env.clock.now().getTime()
  }

  async step(): Promise<void> {
    const choice = this.below(20)
    if (choice < 8) return this.take()
    const order = this.model.orders[this.below(Math.max(1, this.model.orders.length))]
    if (!order) return
    if (choice < 10) return this.release(order)
    if (choice < 13) return this.pay(order)
    if (choice < 16) return this.bank(order)
    if (choice < 18) return this.expire(order)
    env.clock.advance([30, 120, 500, 901][this.below(4)] ?? 30)
  }

  parts(): JourneyPlaces[] {
    return Array.from({ length: 1 + this.below(2) }, () => {
      const legFrom = this.below(legCount)
      const legTo = legFrom + 1 + this.below(legCount - legFrom)
      return this.below(3) === 0
        ? { legFrom, legTo, deck: 1 + this.below(2) }
        : { legFrom, legTo, places: [1 + this.below(placeCount)] }
    })
  }

  async take(): Promise<void> {
    const isNew = this.below(3) > 0 || this.model.orders.length === 0
    const order = isNew ? undefined : this.model.orders[this.below(this.model.orders.length)]
    const chosen = this.offerings.filter(() => this.below(2) === 0)
    const requests = (chosen.length > 0 ? chosen : this.offerings.slice(0, 1))
      .map((offeringId) => ({ offeringId, parts: this.parts() }))
      .toSorted(() => this.below(3) - 1)
    await this.request(order, requests, this.below(2) === 0)
  }

  /** Asks for these and follows what the model expects. */
  async request(
    order: ModelOrder | undefined,
    requests: readonly { readonly offeringId: number; readonly parts: readonly JourneyPlaces[] }[],
    isAllOrNothing: boolean,
  ): Promise<void> {
    const expected = this.model.expect(order, requests, this.now)
    const taken = await takeOffers(
      this.as,
      requests.map((request) =>
        requestFor(this.sourceOf(request.offeringId), { ...request, itemId: 5 }),
      ),
      { orderKey: order?.orderKey, isAllOrNothing },
    )
    const granted = expected.filter(({ isGranted }) => isGranted)
    const isGranted = isAllOrNothing ? granted.length === requests.length : granted.length > 0
    const told = JSON.stringify({ requests, isAllOrNothing, expected, taken })
    expect(taken.ok, told).toBe(isGranted)
    if (!taken.ok) return void (tally.refused += 1)
    expect([...taken.value.refused.keys()].length, told).toBe(requests.length - granted.length)
    tally[granted.length < requests.length ? 'partly' : 'granted'] += 1
    const { orderKey, deadlineAt } = taken.value.order
    const kept = order ?? this.model.open(orderKey)
    kept.deadline = deadlineAt.getTime()
    for (const { claims } of granted) kept.claims.push(...claims)
  }

  sourceOf(offeringId: number) {
    return sources[this.offerings.indexOf(offeringId) % 2] ?? sources[0]
  }

  async release(order: ModelOrder): Promise<void> {
    const claim = order.claims[this.below(Math.max(1, order.claims.length))]
    if (!claim) return
    const real = await orderOf(env.context, order.orderKey)
    const line = real.lines.find(
      (one) =>
        one.kind === 'Ticket' &&
        one.offeringId === claim.offeringId &&
        one.placeId === claim.placeId &&
        one.legFrom === claim.legFrom &&
        one.legTo === claim.legTo &&
        one.quantity === claim.quantity,
    )
    const released = await releaseOrder(this.as, {
      orderKey: order.orderKey,
      lineIds: [line?.id ?? 0],
      cancel: false,
    })
    expect(released.ok).toBe(this.model.isOpen(order, this.now))
    if (!released.ok) return
    order.claims.splice(order.claims.indexOf(claim), 1)
    tally.released += 1
  }

  async pay(order: ModelOrder): Promise<void> {
    const { orderKey } = order
    if (order.state !== 'open' || order.claims.length === 0) return
    if (order.deadline - this.now < 90_000) return
    const details = { orderKey, buyer, acceptTerms: true }
    expect((await checkoutOrder(this.as, sources, details)).ok).toBe(true)
    expect((await startPayment(this.as, env.ports, { orderKey, provider: 2 })).ok).toBe(true)
    order.state = 'paying'
  }

  /** The bank approves, maybe long after the order has ended, and the shop hears of it. */
  async bank(order: ModelOrder): Promise<void> {
    if (order.isCaptured || !['paying', 'ended'].includes(order.state)) return
    const [payment] = await paymentsOf(env.context, order.orderKey)
    if (!payment) return
    const known = env.bank.payments().find((one) => one.merchantPaymentId === payment.id)
    if (!known) return
    env.bank.pay(known.payId, { kind: 'approve' }, { force: true })
    const canHave = this.model.canHave(order, this.now)
    await settlePayment(env.context, env.ports, payment.id)
    order.isCaptured = true
    if (order.state === 'ended') tally.late += 1
    order.state = canHave ? 'sold' : 'ended'
    tally[canHave ? 'sold' : 'moneyBack'] += 1
  }

  async expire(order: ModelOrder): Promise<void> {
    if (order.state === 'paying') await expirePayingOrder(env.context, env.ports, order.orderKey)
    else await expireOrder(env.context, order.orderKey)
    if (order.state !== 'sold' && order.deadline <= this.now) order.state = 'ended'
  }

  /** What must be told whatever chance brings: money that comes late, when a leg was sold again and when all are free. */
  async lateMoney(): Promise<void> {
    for (const [index, offeringId] of this.offerings.slice(0, 2).entries()) {
      const parts = [
        { legFrom: 0, legTo: 2, places: [1] },
        { legFrom: 2, legTo: 4, places: [2] },
      ]
      await this.request(undefined, [{ offeringId, parts }], true)
      const order = this.model.orders.at(-1)
      if (!order) throw new Error('A new offering is free')
      await this.pay(order)
      env.clock.advance(901)
      await this.expire(order)
      const again = [{ offeringId, parts: [{ legFrom: 1, legTo: 3, places: [1] }] }]
      if (index === 0) await this.request(undefined, again, true)
      await this.bank(order)
      await this.compare()
    }
  }

  /** Places by leg, lines, sums and states are those of the model. */
  async compare(): Promise<void> {
    expect(await this.taken()).toEqual(this.model.taken(this.now))
    for (const order of this.model.orders) {
      const real = await orderOf(env.context, order.orderKey)
      const tickets = real.lines.filter(({ kind }) => kind === 'Ticket')
      expect(tickets.map(lineKey).toSorted()).toEqual(order.claims.map(lineKey).toSorted())
      const legs = order.claims.reduce(
        (sum, one) => sum + (one.legTo - one.legFrom) * one.quantity,
        0,
      )
      const sum = real.lines.reduce((total, line) => total + line.amountMinor, 0)
      expect([real.totalMinor, sum]).toEqual([
        legs * (legPriceMinor + legFeeMinor),
        legs * (legPriceMinor + legFeeMinor),
      ])
      if (order.state === 'sold') expect(real.status).toBe(orderStatus.Processed)
      if (order.state === 'paying') expect(real.status).toBe(orderStatus.PaymentPending)
      if (order.state === 'ended' && order.isCaptured) expect(isFinal(real.status)).toBe(true)
    }
  }

  async taken(): Promise<Record<string, number>> {
    const { rows } = await sql<{ key: string; count: number }>`
      select offering_id || ':' || place_id || ':' || leg as key, 1 as count from place_leg
      where offering_id = any(${this.offerings}::bigint[])
        and (state = 2 or state = 1 and held_until > ${env.clock.now()})
      union all
      select h.offering_id || ':deck:' || leg, sum(h.quantity)::int
      from pool_hold h, generate_series(h.leg_from, h.leg_to - 1) as leg
      where h.offering_id = any(${this.offerings}::bigint[])
        and (h.state = 2 or h.held_until > ${env.clock.now()})
      group by h.offering_id, leg`.execute(env.context.db)
    return Object.fromEntries(rows.map(({ key, count }) => [key, Number(count)]))
  }
}

function lineKey(line: {
  readonly offeringId: number | null
  readonly placeId: number | null
  readonly legFrom: number | null
  readonly legTo: number | null
  readonly quantity: number
}): string {
  const { offeringId, placeId, legFrom, legTo, quantity } = line
  return `${offeringId} ${placeId ?? 'deck'} ${legFrom}-${legTo} × ${quantity}`
}

test('leg ranges over several offerings: no overlap, exact sums, legal states', async () => {
  console.info(`SEED=${seed} OPERATIONS=${operations}`)
  const below = randomOf(seed)
  let net = 0
  for (let done = 0; done < operations; done += operationsPerWorld) {
    const offerings: number[] = []
    for (let index = 0; index < 3; index += 1)
      offerings.push(
        await createOffering(env.context, {
          legCount,
          placeCount,
          pools: [{ poolId: 1, capacity: deckCapacity }],
        }),
      )
    env.bank.reset()
    env.bank.misbehave({ callbackLost: true })
    const run = new Run(below, offerings, await env.guest())
    if (done === 0) await run.lateMoney()
    for (let index = 0; index < operationsPerWorld; index += 1) {
      await run.step()
      await run.compare()
    }
    // Expired or paid late, everything that is to go back goes back.
    env.clock.advance(901)
    for (const order of run.model.orders) await run.expire(order)
    for (let round = 0; round < 3; round += 1) {
      while ((await executeRefunds(env.context, env.ports)) > 0) env.clock.advance(400)
      env.clock.advance(400)
    }
    await run.compare()
    expect(await findBrokenInvariants(env.context)).toEqual([])
    const sold = run.model.orders.filter(({ state }) => state === 'sold')
    net = sold.flatMap(({ claims }) => claims).reduce(priceOf, net)
    // What the bank has taken and not given back is what the sold lines cost.
    expect(env.bank.totals().GEL?.net ?? 0).toBe(net)
  }
  expect(await readBalance(env.context, 'provider:tpay', 'GEL')).toBe(net)
  console.info(JSON.stringify(tally))
  for (const [name, times] of Object.entries(tally)) expect([name, times]).not.toEqual([name, 0])
}, 14_400_000)

function priceOf(sum: number, { legFrom, legTo, quantity }: Claim): number {
  return sum + (legTo - legFrom) * (legPriceMinor + legFeeMinor) * quantity
}
