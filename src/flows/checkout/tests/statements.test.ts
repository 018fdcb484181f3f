/**
 * Goal: the number of statements per order does not grow unnoticed, since each one matters when a stadium goes on sale.
 * Method: the statements of a whole payment are counted at the client, from create-payment to the tickets.
 */
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { completeOrder } from '../server/complete-order.ts'
import { startPayment } from '../server/start-payment.ts'
import { openTestEnv, type TestEnv } from './test-env.ts'

let env: TestEnv
beforeAll(async () => {
  env = await openTestEnv()
})
afterAll(() => env.close())

/**
 * Statements sent while the work runs, commit included (begin goes with the first statement); those of the job queue,
 * of change notifications, of the bank's callback and of a connection that is opened on the way are left out.
 */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const sent: string[] = []
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    const calls = query.mock.calls as unknown as [string | { text: string }][]
    const own = new Set<unknown>()
    for (const [index, [config]] of calls.entries()) {
      const text = typeof config === 'string' ? config : config.text
      if (/pgboss|pg_notify|bam_|"poll_count"|^(begin|rollback)$/i.test(text)) continue
      const connection = query.mock.contexts[index]
      // The commits of excluded transactions are left out, too.
      if (/^commit$/i.test(text)) {
        if (!own.delete(connection)) continue
      } else own.add(connection)
      sent.push(text.replaceAll(/\s+/g, ' ').trim())
    }
  } finally {
    query.mockRestore()
  }
  return sent
}

test.each([
  ['two seats', { places: [1, 2] }],
  ['two of a floor', { pool: { poolId: 1, quantity: 2 } }],
])('paying for %s takes few statements', async (_name, chosen) => {
  const warm = await env.guest()
  const buyer = await env.guest()
  for (const who of [warm, buyer]) {
    const offeringId = await env.offering(5, [{ poolId: 1, capacity: 9 }])
    const order = await env.order(who, { offeringId, ...chosen })
    const { orderKey } = order
    let externalId = ''
    const started = await statementsOf(async () => {
      const payment = await startPayment(who, env.ports, { orderKey, provider: 2 })
      expect(payment.ok).toBe(true)
      if (payment.ok) externalId = payment.value.externalId ?? ''
    })
    env.bank.pay(externalId, { kind: 'approve' })
    const completed = await statementsOf(async () => {
      const outcome = await completeOrder(who, env.ports, orderKey)
      expect(outcome).toMatchObject({ ok: true, value: { payment: { state: 'captured' } } })
    })
    // The first payment creates accounts and fills caches.
    if (who === warm) continue
    // One of them asks whether what is ordered was cancelled meanwhile.
    expect(started.length, started.join('\n')).toBeLessThanOrEqual(6)
    expect(completed.length, completed.join('\n')).toBeLessThanOrEqual(11)
  }
})
