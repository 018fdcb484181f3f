import { expect } from 'vitest'
import { orderStatusName } from '#contract/enumerations.ts'
import type { Order } from '#modules/orders/server/public-api.ts'
import type { CallContext } from '#platform/http/implement.ts'
import { executeRefunds } from '../server/execute-refunds.ts'
import { pollPayments } from '../server/poll-payments.ts'
import { startPayment } from '../server/start-payment.ts'
import {
  feeMinor,
  openTestEnv,
  orderOf,
  placePriceMinor,
  type Request,
  type TestEnv,
} from './test-env.ts'

/** Building blocks of payment scenarios; each test file has its own environment. */
export let env: TestEnv

export async function openScenarios(): Promise<void> {
  env = await openTestEnv()
}

export interface Scenario {
  readonly buyer: CallContext
  readonly order: Order
  readonly offeringId: number
}

export async function begin(
  request: Omit<Request, 'offeringId'> = { places: [1, 2] },
): Promise<Scenario> {
  const offeringId = await env.offering(10, [{ poolId: 1, capacity: 5 }])
  const buyer = await env.guest()
  return { buyer, offeringId, order: await env.order(buyer, { offeringId, ...request }) }
}

/** Starts the payment and returns the bank's id of it. */
export async function pay({ buyer, order }: Pick<Scenario, 'buyer' | 'order'>): Promise<string> {
  const { orderKey } = order
  const started = await startPayment(buyer, env.ports, { orderKey, provider: 2 })
  if (!started.ok) throw new Error(`payment not started: ${started.code}`)
  return started.value.externalId as string
}

export async function stateOf(order: Order): Promise<string> {
  return orderStatusName((await orderOf(env.context, order.orderKey)).status)
}

export function ticketCount(order: Order): Promise<number> {
  return env.context.db
    .selectFrom('ticket')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('order_id', '=', order.id)
    .executeTakeFirstOrThrow()
    .then((row) => Number(row.count))
}

/** Waits until the bank's callbacks have arrived, then runs the payments they made due. */
export async function afterCallback(payId: string, deliveries = 1): Promise<void> {
  const arrived = () =>
    env.bank.deliveries().filter((each) => each.payId === payId && each.status === 200)
  await expect.poll(() => arrived().length).toBeGreaterThanOrEqual(deliveries)
  await pollPayments(env.context, env.ports)
}

/** Lets refunds run, with time passing between the attempts. */
export async function runRefunds(rounds = 1): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    await executeRefunds(env.context, env.ports)
    env.clock.advance(400)
  }
}

export function held(payId: string) {
  const payment = env.bank.payments().find((each) => each.payId === payId)
  if (!payment) throw new Error('the bank does not know the payment')
  return payment
}

export const asked = 2 * (placePriceMinor + feeMinor)
