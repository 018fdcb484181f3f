/** One run of random operations over some offerings: the shop is driven, the model follows, both are compared. */
import { expect } from 'vitest'
import { orderStatus } from '#contract/enumerations.ts'
import { executeQuote } from '#flows/returns/server/execute-quote.ts'
import { claimOf, quoteTickets } from '#flows/returns/server/quote.ts'
import type { ReturnPorts } from '#flows/returns/server/ports.ts'
import {
  checkoutOrder,
  expireOrder,
  findOrders,
  releaseOrder,
  requestFor,
  takeOffers,
  type OfferSource,
  type Order,
} from '#modules/orders/server/public-api.ts'
import { isFinal } from '#modules/orders/server/rules.ts'
import {
  legPriceMinor,
  type JourneyPlaces,
  type JourneyRequest,
} from '#modules/orders/tests/journey-source.ts'
import { hintPayment } from '#modules/payments/server/public-api.ts'
import { createShare } from '#modules/tickets/server/transfer/create-share.ts'
import { takeOver } from '#modules/tickets/server/transfer/take-over.ts'
import type { CallContext } from '#platform/http/implement.ts'
import { executeRefunds } from '../server/execute-refunds.ts'
import { expirePayingOrder } from '../server/expire-paying-orders.ts'
import { settlePayment } from '../server/settle-payment.ts'
import { startPayment } from '../server/start-payment.ts'
import { crashesDuring } from './simulated-crash.ts'
import { findBrokenInvariants } from './invariants.ts'
import {
  comesBack,
  keptOf,
  legCount,
  LegModel,
  lineKey,
  placeCount,
  priceOf,
  statusOf,
  tally,
  type ModelOrder,
  type ModelTicket,
} from './leg-model.ts'
import { rearrange } from './leg-rearranging.ts'
import { readTaken, readTickets } from './leg-rows.ts'
import { orderOf, paymentsOf, type TestEnv } from './test-env.ts'

const buyer = { name: 'Nino', email: 'nino@example.com', phone: '+995555000000' }

export interface World {
  readonly env: TestEnv
  readonly returns: ReturnPorts
  /** Two of them, used in turn. */
  readonly sources: readonly OfferSource<JourneyRequest>[]
  /** Of the journeys of this run. */
  readonly itemId: number
  readonly departsAt: number
  readonly offerings: readonly number[]
  /** The buyer, and the receiver of transferred tickets. */
  readonly as: CallContext
  readonly friend: CallContext
  readonly below: (below: number) => number
}

export class Run {
  readonly model = new LegModel()
  readonly world: World
  /** Orders affected by the last operation. */
  #touched = new Set<ModelOrder>()

  constructor(world: World) {
    this.world = world
  }

  get now(): number {
    return this.world.env.clock.now().getTime()
  }

  async step(): Promise<void> {
    const { below, env, offerings } = this.world
    this.#touched = new Set()
    const choice = below(28)
    if (choice < 8) return this.take()
    if (choice >= 26) return this.rearrange(offerings[below(offerings.length)])
    const order = this.model.orders[below(Math.max(1, this.model.orders.length))]
    if (!order) return
    this.#touched.add(order)
    if (choice < 10) return this.release(order)
    if (choice < 13) return this.pay(order)
    if (choice < 16) return this.bank(order)
    if (choice < 18) return this.expire(order)
    if (choice < 21) return this.returnTicket(this.soldOrder(order))
    if (choice < 23) return this.passOn(this.soldOrder(order))
    if (choice < 24) return this.refund()
    env.clock.advance([30, 120, 500, 901, 5_400][below(5)] ?? 30)
  }

  /** Chooses another order when the chosen one has no tickets, so that tickets change often. */
  soldOrder(order: ModelOrder): ModelOrder {
    const sold = this.model.orders.filter(({ state }) => state === 'sold')
    const chosen = order.state === 'sold' ? order : sold[this.world.below(Math.max(1, sold.length))]
    if (chosen) this.#touched.add(chosen)
    return chosen ?? order
  }

  /** In a third of the cases runs it first in a process that may crash; returns whether it did. */
  async mayDie(
    context: CallContext,
    work: (context: CallContext) => Promise<unknown>,
  ): Promise<boolean> {
    const { below } = this.world
    if (below(3) > 0) return false
    if (await crashesDuring(context, below(24), work)) tally.died += 1
    return true
  }

  parts(): JourneyPlaces[] {
    const { below } = this.world
    return Array.from({ length: 1 + below(2) }, () => {
      const legFrom = below(legCount)
      const legTo = legFrom + 1 + below(legCount - legFrom)
      return below(3) === 0
        ? { legFrom, legTo, deck: 1 + below(2) }
        : { legFrom, legTo, places: [1 + below(placeCount + 1)] }
    })
  }

  async take(): Promise<void> {
    const { below, offerings } = this.world
    const isNew = below(3) > 0 || this.model.orders.length === 0
    const order = isNew ? undefined : this.model.orders[below(this.model.orders.length)]
    const chosen = offerings.filter(() => below(2) === 0)
    const requests = (chosen.length > 0 ? chosen : offerings.slice(0, 1))
      .map((offeringId) => ({ offeringId, parts: this.parts() }))
      .toSorted(() => below(3) - 1)
    await this.request(order, requests, below(2) === 0)
  }

  /** Asks for these and follows what the model expects. */
  async request(
    order: ModelOrder | undefined,
    requests: readonly { readonly offeringId: number; readonly parts: readonly JourneyPlaces[] }[],
    isAllOrNothing: boolean,
  ): Promise<void> {
    const { as, itemId, below } = this.world
    const expected = this.model.expect(order, requests, this.now)
    const ask = (context: CallContext) =>
      takeOffers(
        context,
        requests.map((request) =>
          requestFor(this.sourceOf(request.offeringId), { ...request, itemId }),
        ),
        { orderKey: order?.orderKey, isAllOrNothing },
      )
    let answer: Awaited<ReturnType<typeof ask>> | undefined
    const hear = async (context: CallContext) => void (answer = await ask(context))
    // All of it is one transaction: a crash within it takes nothing.
    if (below(8) === 0 && (await crashesDuring(as, below(16), hear))) {
      tally.died += 1
      await this.comparePlaces()
    }
    const taken = answer ?? (await ask(as))
    const granted = expected.filter(({ isGranted }) => isGranted)
    const isGranted = isAllOrNothing ? granted.length === requests.length : granted.length > 0
    const told = JSON.stringify({ requests, isAllOrNothing, expected, taken })
    expect(taken.ok, told).toBe(isGranted)
    if (!taken.ok) return void (tally.refused += 1)
    expect([...taken.value.refused.keys()].length, told).toBe(requests.length - granted.length)
    tally[granted.length < requests.length ? 'partly' : 'granted'] += 1
    const kept = order ?? this.model.open(taken.value.order)
    this.#touched.add(kept)
    kept.deadline = taken.value.order.deadlineAt.getTime()
    for (const { claims } of granted) kept.claims.push(...claims)
  }

  sourceOf(offeringId: number): OfferSource<JourneyRequest> {
    const { sources, offerings } = this.world
    const source = sources[offerings.indexOf(offeringId) % sources.length]
    if (!source) throw new Error('A world has sources')
    return source
  }

  async release(order: ModelOrder): Promise<void> {
    const claim = order.claims[this.world.below(Math.max(1, order.claims.length))]
    if (!claim) return
    const real = await orderOf(this.world.env.context, order.orderKey)
    const line = real.lines.find((one) => one.kind === 'Ticket' && lineKey(one) === lineKey(claim))
    const released = await releaseOrder(this.world.as, {
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
    const { as, sources, env } = this.world
    const { orderKey } = order
    if (order.state !== 'open' || order.claims.length === 0) return
    if (order.deadline - this.now < 90_000) return
    const details = { orderKey, buyer, acceptTerms: true }
    expect((await checkoutOrder(as, sources, details)).ok).toBe(true)
    const start = (context: CallContext) =>
      startPayment(context, env.ports, { orderKey, provider: 2 })
    await this.mayDie(as, start)
    order.state = 'paying'
    // A crash after the payment was recorded leaves a started payment; it need not be repeated.
    if ((await paymentsOf(env.context, orderKey)).length > 0) return
    const started = await start(as)
    // A bank that timed out may have recorded the payment all the same.
    if (!started.ok) expect(started.code).toBe('PaymentProviderFailed')
  }

  /** The bank approves, possibly long after the order has ended, and notifies the shop. */
  async bank(order: ModelOrder): Promise<void> {
    const { env } = this.world
    if (order.isCaptured || !['paying', 'ended'].includes(order.state)) return
    const [payment] = await paymentsOf(env.context, order.orderKey)
    if (!payment) return
    const known = env.bank.payments().find((one) => one.merchantPaymentId === payment.id)
    if (!known) return
    env.bank.pay(known.payId, { kind: 'approve' }, { force: true })
    // The bank's callback supplies its id to a shop that crashed before recording it.
    const callbackKey = new URL(known.callbackUrl ?? '').searchParams.get('key') ?? ''
    await hintPayment(env.context, { provider: 2, externalId: known.payId, callbackKey })
    const canHave = this.model.canHave(order, this.now)
    const settle = (context: CallContext) => settlePayment(context, env.ports, payment.id)
    await this.mayDie(env.context, settle)
    let settled = await settle(env.context)
    // Repeated when the bank timed out.
    for (let again = 0; again < 20 && settled?.captured === null; again += 1)
      settled = await settle(env.context)
    // On the day of the payment the bank allows one partial refund; this one was paid the day before.
    known.paidAt = Date.now() - 86_400_000
    order.isCaptured = true
    if (order.state === 'ended') tally.late += 1
    order.state = canHave ? 'sold' : 'ended'
    tally[canHave ? 'sold' : 'moneyBack'] += 1
    if (canHave) await this.issued(order)
  }

  /** Each unit of each line has one ticket. */
  async issued(order: ModelOrder): Promise<void> {
    const rows = await readTickets(this.world.env, [order.orderId])
    const claims = [...order.claims]
    for (const row of rows) {
      const claim = claims.find((one) => lineKey({ ...one, quantity: 1 }) === lineKey(row))
      expect(claim, `${row.identifier} is of a line`).toBeDefined()
      if (!claim) continue
      claims.splice(claims.indexOf(claim), 1)
      if (claim.quantity > 1) claims.push({ ...claim, quantity: claim.quantity - 1 })
      const departsAt = this.world.departsAt + claim.legFrom * 3_600_000
      const { identifier } = row
      order.tickets.push({ identifier, claim, departsAt, isReturned: false, isPassedOn: false })
    }
    expect(claims).toEqual([])
  }

  async expire(order: ModelOrder): Promise<void> {
    const { env } = this.world
    const close = (context: CallContext) =>
      order.state === 'paying'
        ? expirePayingOrder(context, env.ports, order.orderKey)
        : expireOrder(context, order.orderKey)
    await this.mayDie(env.context, close)
    await close(env.context)
    if (order.state !== 'sold' && order.deadline <= this.now) order.state = 'ended'
  }

  ticketOf(order: ModelOrder): ModelTicket | undefined {
    return order.tickets[this.world.below(Math.max(1, order.tickets.length))]
  }

  /** A ticket is returned by the tier of its boarding stop, once. */
  async returnTicket(order: ModelOrder, ticket = this.ticketOf(order)): Promise<void> {
    const { as, returns } = this.world
    if (!ticket) return
    const { identifier: ticketIdentifier, claim, departsAt } = ticket
    const plan = await quoteTickets(as, returns, 'return', { ticketIdentifier })
    if (!plan.ok) throw new Error(plan.code)
    const price = (claim.legTo - claim.legFrom) * legPriceMinor
    const back = comesBack(price, departsAt, this.now)
    const refusal = ticket.isReturned
      ? 'TicketGoneBack'
      : ticket.isPassedOn
        ? 'TicketPassedOn'
        : back === null
          ? 'ReturnTooLate'
          : null
    expect(plan.value.tickets.map((one) => one.refusal)).toEqual([refusal])
    const offer = claimOf(as, plan.value)
    if (refusal !== null || !offer) {
      expect(offer).toBe(null)
      return void (tally[back === null ? 'tooLate' : 'refusedReturn'] += 1)
    }
    expect(plan.value.backMinor).toBe(back)
    const token = await returns.quotes.sign(as, offer)
    const execute = (context: CallContext) => executeQuote(context, returns, 'return', token)
    await this.mayDie(as, execute)
    const done = await execute(as)
    expect(done).toMatchObject({ ok: true, value: { made: { amountMinor: back } } })
    ticket.isReturned = true
    order.returnedMinor += back ?? 0
    tally.returned += 1
  }

  /** Transfers a ticket. */
  async passOn(order: ModelOrder, ticket = this.ticketOf(order)): Promise<void> {
    const { as, friend, returns } = this.world
    if (!ticket) return
    const selection = { ticketIdentifier: ticket.identifier, handsOver: true }
    const share = (context: CallContext) => createShare(context, returns.tickets, selection)
    await this.mayDie(as, share)
    const made = await share(as)
    expect(made.ok).toBe(!ticket.isReturned && !ticket.isPassedOn)
    if (!made.ok) return
    const token = await returns.tickets.shareTokens.token(friend, made.value.id)
    const take = (context: CallContext) => takeOver(context, returns.tickets, token)
    const isSecond = await this.mayDie(friend, take)
    const taken = await take(friend)
    if (!taken.ok) expect([isSecond, taken.code]).toEqual([true, 'TicketAlreadyYours'])
    ticket.isPassedOn = true
    tally.passedOn += 1
  }

  async rearrange(offeringId = 0): Promise<void> {
    this.#touched = new Set(await rearrange(this, offeringId))
  }

  async refund(): Promise<void> {
    const { env } = this.world
    const execute = (context: CallContext) => executeRefunds(context, env.ports)
    await this.mayDie(env.context, execute)
    await execute(env.context)
  }

  /** Scenarios that must run: late money, when a leg was sold again and when all are free. */
  async lateMoney(): Promise<void> {
    const { env, offerings } = this.world
    for (const [index, offeringId] of offerings.slice(0, 2).entries()) {
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
      await this.compare(this.model.orders)
    }
  }

  /** The same for other places: sold ones, one that is being paid, and one whose hold has ended. */
  async otherPlaces(): Promise<void> {
    const [offeringId = 0] = this.world.offerings
    await this.rearrange(offeringId)
    await this.compare(this.model.orders)
    for (const order of this.model.orders) await this.bank(order)
    await this.compare(this.model.orders)
  }

  /** The same for tickets: one returned once; one transferred, so that the buyer cannot return it; one too late. */
  async afterSale(): Promise<void> {
    const [, second = 0, third = 0] = this.world.offerings
    const order = await this.sell(third, [1, 2, 3])
    const [returned, passed, forgotten] = order.tickets
    await this.returnTicket(order, returned)
    await this.returnTicket(order, returned)
    await this.passOn(order, passed)
    await this.returnTicket(order, passed)
    // An order whose buyer holds no ticket any more is transferred, whatever happened last.
    const other = await this.sell(second, [3], [3])
    await this.passOn(other, other.tickets[0])
    await this.returnTicket(other, other.tickets[1])
    await this.compare(this.model.orders)
    this.world.env.clock.advance(2 * 86_400)
    await this.returnTicket(order, forgotten)
    await this.compare(this.model.orders)
  }

  /** A paid order for these places on the second leg, and for others on the third. */
  async sell(
    offeringId: number,
    places: readonly number[],
    after: readonly number[] = [],
  ): Promise<ModelOrder> {
    const on = (legFrom: number) => (place: number) => ({
      legFrom,
      legTo: legFrom + 1,
      places: [place],
    })
    const parts = [...places.map(on(1)), ...after.map(on(2))]
    await this.request(undefined, [{ offeringId, parts }], true)
    const order = this.model.orders.at(-1)
    if (!order) throw new Error('These places are free')
    await this.pay(order)
    await this.bank(order)
    return order
  }

  /** Finishes all expiries, late payments and refunds; then compares everything. */
  async finish(): Promise<void> {
    const { env } = this.world
    env.clock.advance(901)
    for (const order of this.model.orders) await this.expire(order)
    let quiet = 0
    for (let round = 0; quiet < 3; round += 1) {
      expect(round, 'refunds come to an end').toBeLessThan(200)
      quiet = (await executeRefunds(env.context, env.ports)) > 0 ? 0 : quiet + 1
      env.clock.advance(400)
    }
    await this.compare(this.model.orders)
    const orderKeys = this.model.orders.map(({ orderKey }) => orderKey)
    const scope = { orderKeys, offeringIds: this.world.offerings }
    expect(await findBrokenInvariants(env.context, scope)).toEqual([])
    await this.compareMoney()
  }

  /** Lines = charge = refunds and deductions, per order, and at the bank. */
  async compareMoney(): Promise<void> {
    const { env } = this.world
    for (const order of this.model.orders.filter(({ isCaptured }) => isCaptured)) {
      const payments = await paymentsOf(env.context, order.orderKey)
      const captured = payments.reduce((sum, one) => sum + (one.captured?.amount ?? 0), 0)
      const refunded = payments.reduce((sum, one) => sum + one.refundedMinor, 0)
      expect([captured, captured - refunded]).toEqual([priceOf(order), keptOf(order)])
    }
  }

  /** Places by leg are those of the model, and so are the orders affected by the last operation. */
  async compare(orders: Iterable<ModelOrder> = this.#touched): Promise<void> {
    await this.comparePlaces()
    await this.compareOrders([...orders])
  }

  async comparePlaces(): Promise<void> {
    const { env, offerings } = this.world
    expect(await readTaken(env, offerings)).toEqual(this.model.taken(this.now))
  }

  async compareOrders(orders: readonly ModelOrder[]): Promise<void> {
    if (orders.length === 0) return
    const { env } = this.world
    const ids = orders.map(({ orderId }) => orderId)
    const byId = new Map((await findOrders(env.context, ids)).map((one) => [one.id, one]))
    for (const order of orders) {
      const one = byId.get(order.orderId)
      expect(one).toBeDefined()
      if (one) this.compareOrder(order, one)
    }
    const rows = await readTickets(env, ids)
    expect(
      rows.map(({ identifier, isGood, isPassedOn }) => [identifier, isGood, isPassedOn]),
    ).toEqual(
      orders
        .flatMap(({ tickets }) => tickets)
        .map(({ identifier, isReturned, isPassedOn }) => [identifier, !isReturned, isPassedOn])
        .toSorted(([left], [right]) => (String(left) < String(right) ? -1 : 1)),
    )
  }

  compareOrder(order: ModelOrder, real: Order): void {
    const lines = real.lines.filter(({ kind }) => kind === 'Ticket')
    expect(lines.map(lineKey).toSorted()).toEqual(order.claims.map(lineKey).toSorted())
    const sum = real.lines.reduce((total, line) => total + line.amountMinor, 0)
    expect([real.totalMinor, sum]).toEqual([priceOf(order), priceOf(order)])
    if (order.state === 'sold') expect(real.status).toBe(statusOf(order))
    if (order.state === 'paying') expect(real.status).toBe(orderStatus.PaymentPending)
    if (order.state === 'ended' && order.isCaptured) expect(isFinal(real.status)).toBe(true)
  }
}
