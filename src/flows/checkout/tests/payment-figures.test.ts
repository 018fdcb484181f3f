/**
 * Goal: figures say of each payment how it went, once, and logs whose it was. Method: the demo bank over HTTP, which
 * refuses, hangs, declines and captures; settlements at the same moment.
 */
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { readOutcomes, writeOutcomes } from '#platform/figures/outcome-counts.ts'
import { settlePayment } from '../server/settle-payment.ts'
import { startPayment } from '../server/start-payment.ts'
import { begin, env, openScenarios } from './scenarios.ts'

beforeAll(openScenarios)
afterAll(() => env.close())
afterEach(() => env.bank.reset())

async function totals(): Promise<Record<string, number>> {
  await writeOutcomes(env.context.db)
  const counts = (await readOutcomes(env.context.db)).filter(
    ({ subject, kind }) => subject === 'payment' && kind === 'tpay',
  )
  return Object.fromEntries(counts.map(({ outcome, total }) => [outcome, total]))
}

/** What was counted meanwhile. */
async function countedBy(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await totals()
  await work()
  const added = Object.entries(await totals()).map(
    ([outcome, total]) => [outcome, total - (before[outcome] ?? 0)] as const,
  )
  return Object.fromEntries(added.filter(([, total]) => total !== 0))
}

async function opened() {
  const scenario = await begin()
  const started = await startPayment(scenario.buyer, env.ports, {
    orderKey: scenario.order.orderKey,
    provider: 2,
  })
  if (!started.ok) throw new Error(started.code)
  return started.value
}

test('a payment that is captured is opened and captured once, whoever settles it', async () => {
  const counted = await countedBy(async () => {
    const payment = await opened()
    env.bank.pay(payment.externalId ?? '', { kind: 'approve' })
    await Promise.all(
      Array.from({ length: 4 }, () => settlePayment(env.context, env.ports, payment.id)),
    )
    await settlePayment(env.context, env.ports, payment.id)
  })
  expect(counted).toEqual({ opened: 1, captured: 1 })
})

test('a declined card is the word of the bank, not its failure', async () => {
  const counted = await countedBy(async () => {
    const payment = await opened()
    env.bank.pay(payment.externalId ?? '', { kind: 'decline', resultCode: 'decline_general' })
    await settlePayment(env.context, env.ports, payment.id)
  })
  expect(counted).toEqual({ opened: 1, declined: 1 })
})

test.each([{ createLostCalls: 1 }, { createErrorCalls: 1 }])(
  'a bank that does not answer is counted, and the line names it and the order: %o',
  async (fault) => {
    const lines: string[] = []
    const log = pino({}, { write: (line: string) => void lines.push(line) })
    const scenario = await begin()
    const { orderKey } = scenario.order
    env.bank.misbehave({ ...fault, callbackLost: true })
    const counted = await countedBy(() =>
      startPayment({ ...scenario.buyer, log }, env.ports, { orderKey, provider: 2 }),
    )
    expect(counted).toEqual({ unanswered: 1 })
    const told = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(told).toMatchObject([{ msg: 'a payment was not opened', provider: 'tpay', orderKey }])
  },
)
