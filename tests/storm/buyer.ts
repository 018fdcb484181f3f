import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'
import type { MadeEvent } from '../../src/modules/events/tests/factories.ts'
import type { Bank } from './banks.ts'
import type { Scenario } from './scenarios.ts'
import { waitFor } from '../support/wait.ts'

/** The expected outcome for a buyer. `any`: tickets, a refund, or no charge. */
export type ExpectedOutcome = 'tickets' | 'refund' | 'nothing' | 'any'

export interface StormRun {
  readonly context: Context
  /** Addresses of the shop's servers. */
  readonly origins: readonly string[]
  readonly banks: readonly Bank[]
  /** The expected outcome of each order. */
  readonly expected: Map<string, ExpectedOutcome>
  /** The number of requests without an answer. */
  cutOff: number
}

export interface BuyerTask {
  readonly number: number
  readonly scenario: Scenario
  readonly bank: Bank
  readonly event: MadeEvent
  /** Pairs of adjacent seats that this buyer tries. */
  readonly pairs: readonly (readonly [number, number])[]
}

interface Held {
  readonly orderKey: string
  readonly token: string
  readonly pair: readonly [number, number]
}

interface Answer {
  readonly status: number
  readonly body: Record<string, unknown>
}

/** Plays one buyer, from the choice of seats to the drawn scenario at the bank. */
export async function buy(run: StormRun, task: BuyerTask): Promise<void> {
  const { scenario, bank } = task
  const held = await hold(run, task)
  if (!held) return
  if (scenario.fault) bank.failNext(scenario.fault)
  const id = await goToBank(run, task, held, bank)
  if (id === null) return scenario.mustReachBank ? buy(run, task) : undefined
  const isStray = run.expected.get(held.orderKey) === 'any'
  if (scenario.isForged) await bank.forge(id)
  bank.misbehave(scenario.callbackFaults, id)
  await pause(scenario.thinkMs)
  await scenarios[scenario.kind](run, task, held, id)
  // Without a redirect, the outcome is not determined.
  if (isStray) run.expected.set(held.orderKey, 'any')
  if (scenario.returnsToShop) await returnToShop(run, task, held)
}

type PlayScenario = (run: StormRun, task: BuyerTask, held: Held, id: string) => Promise<void>

const actOnce =
  (
    act: 'approve' | 'decline' | 'expire' | 'less' | 'more' | 'foreign' | 'parts',
    end: ExpectedOutcome,
  ): PlayScenario =>
  async ({ expected }, { bank }, { orderKey }, id) => {
    expected.set(orderKey, end)
    bank.act(id, act)
  }

const scenarios: Record<Scenario['kind'], PlayScenario> = {
  pay: actOnce('approve', 'tickets'),
  parts: actOnce('parts', 'tickets'),
  decline: actOnce('decline', 'nothing'),
  less: actOnce('less', 'refund'),
  async abandon({ expected }, _task, { orderKey }) {
    expected.set(orderKey, 'nothing')
  },
  async more({ expected }, { bank }, { orderKey }, id) {
    // Surplus of a push payment is credited to the buyer; a card capture of another amount is refunded.
    expected.set(orderKey, bank.supportsRefund ? 'refund' : 'tickets')
    bank.act(id, 'more')
  },
  async foreign({ expected }, { bank }, { orderKey }, id) {
    expected.set(orderKey, bank.supportsRefund ? 'refund' : 'tickets')
    bank.act(id, 'foreign')
  },
  async 'late-free'(run, task, held, id) {
    // The spare seats may be bought by any other buyer.
    run.expected.set(held.orderKey, held.pair === task.pairs[0] ? 'tickets' : 'any')
    await expireOrder(run, held)
    task.bank.act(id, 'approve')
  },
  async 'late-sold'(run, task, held, id) {
    run.expected.set(held.orderKey, 'any')
    await expireOrder(run, held)
    const rival = await choose(run, task.event, held.pair)
    if (rival) {
      run.expected.set(held.orderKey, 'refund')
      const otherBank = run.banks[1] as Bank
      const paid = await goToBank(run, task, rival, otherBank)
      if (paid !== null) {
        run.expected.set(rival.orderKey, 'tickets')
        otherBank.act(paid, 'approve')
        await returnToShop(run, task, rival)
      }
    }
    task.bank.act(id, 'approve')
  },
  async 'late-capture'(run, task, held, id) {
    run.expected.set(held.orderKey, 'tickets')
    task.bank.act(id, 'decline')
    await returnToShop(run, task, held)
    task.bank.act(id, 'approve')
  },
  async twice(run, task, held, id) {
    const { bank } = task
    if (bank.name === 'gc') {
      run.expected.set(held.orderKey, 'tickets')
      const second = await goToBank(run, task, held, bank)
      bank.act(id, 'approve')
      if (second !== null && second !== id) bank.act(second, 'approve')
      return
    }
    if (bank.name === 'epoint') return payRepeat(run, task, held, id)
    run.expected.set(held.orderKey, 'tickets')
    bank.act(id, 'expire')
    await returnToShop(run, task, held)
    const otherBank = run.banks[1] as Bank
    const second = await goToBank(run, task, held, otherBank)
    bank.act(id, 'approve')
    if (second !== null && second !== id) otherBank.act(second, 'approve')
  },
}

/** Declined, tried again with the same places, and then the first bank reports a capture after all. */
async function payRepeat(run: StormRun, task: BuyerTask, held: Held, id: string): Promise<void> {
  const { bank } = task
  run.expected.set(held.orderKey, 'any')
  bank.act(id, 'decline')
  await returnToShop(run, task, held)
  const body = { orderKey: held.orderKey }
  const repeated = await requestWithRetry(run, '/v2/orders/retry', body, held.token)
  const orderKey = repeated?.body['orderKey']
  if (repeated?.status === 200 && typeof orderKey === 'string' && orderKey !== held.orderKey) {
    run.expected.set(held.orderKey, 'refund')
    const second = await goToBank(run, task, { ...held, orderKey }, bank)
    if (second !== null) {
      run.expected.set(orderKey, 'tickets')
      bank.act(second, 'approve')
    }
  }
  bank.act(id, 'approve')
}

/** Holds the first of the buyer's pairs that is free. */
async function hold(run: StormRun, { event, pairs }: BuyerTask): Promise<Held | null> {
  for (const pair of pairs) {
    const held = await choose(run, event, pair)
    if (held) return held
  }
  return null
}

async function choose(
  run: StormRun,
  event: MadeEvent,
  pair: readonly [number, number],
): Promise<Held | null> {
  const seats = pair.map((placeId) => ({
    placeId,
    ticketTypeId: event.seatTypes[placeId <= 20 ? 'a' : 'b']?.ticketTypeId,
  }))
  // Never repeated: a choice whose answer was lost may hold the seats until its deadline.
  const chosen = await requestOnce(run, '/v2/Booking/choose-seat', {
    eventId: event.eventId,
    seats,
  })
  if (chosen === null) await waitUntilReady(run)
  if (chosen?.status !== 200) return null
  const { orderKey, accessToken: token } = chosen.body
  const held = { orderKey: String(orderKey), token: String(token), pair }
  run.expected.set(held.orderKey, 'nothing')
  const buyer = { name: 'ნინო', email: 'nino@example.com', phone: '+995555000000' }
  const details = { orderKey, buyer, acceptTerms: true }
  const checkedOut = await requestWithRetry(run, '/groot/Orders/checkout', details, held.token)
  return checkedOut?.status === 200 ? held : null
}

/**
 * Submits the payment, as many times at once as drawn, and follows the returned address; without an answer, uses
 * the session that the bank created meanwhile. Returns the bank's payment id, or null.
 */
async function goToBank(
  run: StormRun,
  { scenario }: BuyerTask,
  { orderKey, token }: Held,
  bank: Bank,
): Promise<string | null> {
  const body = { orderKey, provider: bank.number }
  const submit = () => requestWithRetry(run, '/groot/Orders/create-payment', body, token)
  const answers = await Promise.all(Array.from({ length: scenario.repeats }, submit))
  const url = answers
    .map((answer) => answer?.body['redirectUrl'])
    .find((each) => each !== undefined)
  const id = typeof url === 'string' ? await bank.open(url) : null
  if (id !== null) return id
  run.expected.set(orderKey, 'any')
  const { rows } = await sql<{ id: string }>`
    select id from payment where order_key = ${orderKey} and provider = ${bank.number}
    order by created_at desc limit 1
  `.execute(run.context.db)
  return rows[0] ? bank.sessionFor(rows[0].id) : null
}

async function returnToShop(
  run: StormRun,
  { scenario }: BuyerTask,
  { orderKey, token }: Held,
): Promise<void> {
  const submit = () => requestWithRetry(run, '/v2/orders/complete', { orderKey }, token)
  await Promise.all(Array.from({ length: scenario.repeats }, submit))
}

/** Advances one order by fifteen minutes; then it is read, as the sweep would. */
async function expireOrder(run: StormRun, { orderKey, token }: Held): Promise<void> {
  await sql`
    with aged as (
      update orders set deadline_at = deadline_at - interval '16 minutes'
      where order_key = ${orderKey} returning id),
    older as (
      update payment set expires_at = expires_at - interval '16 minutes' where order_key = ${orderKey})
    update place_leg set held_until = held_until - interval '16 minutes'
    where state = 1 and hold_id in (
      select hold_id from order_line where order_id in (select id from aged))
  `.execute(run.context.db)
  await requestWithRetry(run, '/v2/orders/complete', { orderKey }, token)
}

/** Waits until the shop is reachable again, so that not all buyers fail while it is down. */
async function waitUntilReady({ origins }: StormRun): Promise<void> {
  const isUp = (origin: string) =>
    fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  const areUp = async () => (await Promise.all(origins.map(isUp))).every(Boolean)
  await waitFor('every process of the shop is up', areUp, { seconds: 120, everyMilliseconds: 100 })
}

const attemptsMax = 80

/** Repeats a request until there is an answer. */
async function requestWithRetry(
  run: StormRun,
  path: string,
  body: object,
  token: string,
): Promise<Answer | null> {
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const answer = await requestOnce(run, path, body, token)
    if (answer !== null) return answer
    await pause(25 + 10 * attempt)
  }
  return null
}

let requestCount = 0

/** Null: the server was killed during the request, or was unreachable. */
async function requestOnce(
  run: StormRun,
  path: string,
  body: object,
  token?: string,
): Promise<Answer | null> {
  const { origins } = run
  const origin = origins[requestCount++ % origins.length] ?? ''
  try {
    const reply = await fetch(`${origin}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(20_000),
    })
    const read = (await reply.json()) as Record<string, unknown>
    if (reply.status !== 500) return { status: reply.status, body: read }
  } catch {
    // No answer.
  }
  run.cutOff += 1
  return null
}
