import { afterAll, beforeAll, expect, test } from 'vitest'
import { logOperatorAction } from '#platform/operator-log.ts'
import { openHostileShop, type HostileShop } from '../../../../tests/hostile/shop.ts'

/**
 * Goal: operators' calls are accessible to operators only, and their actions are logged. Method: every call with that
 * credential by each kind of caller over HTTP on its own database.
 */
let shop: HostileShop
beforeAll(async () => {
  shop = await openHostileShop()
})
afterAll(() => shop.close())

test('operators’ calls refuse everybody else before anything else is checked', async () => {
  const callers = [
    { token: undefined, status: 401, code: 'Unauthenticated' },
    { token: await shop.guest(), status: 401, code: 'Unauthenticated' },
    { token: await shop.customer(), status: 403, code: 'Forbidden' },
  ]
  const calls = shop.implementations
    .map((implementation) => implementation.call)
    .filter((call) => call.path.startsWith('/v2/operator') || call.credential === 'operator')
  expect(calls.length).toBeGreaterThan(1)
  for (const call of calls) {
    expect(call.credential, call.id).toBe('operator')
    for (const { token, status, code } of callers) {
      const path = call.path.replaceAll(/\{[^}]+\}/g, '1')
      const payload = call.method === 'GET' ? undefined : '{}'
      const answer = await shop.send({ method: call.method, path, token, payload })
      expect([answer.status, answer.body?.error?.code], call.id).toEqual([status, code])
    }
  }
})

test('refuses a former operator although the session is valid', async () => {
  const token = await shop.operator()
  expect((await shop.get('/v2/operator/profile', token)).status).toBe(200)
  await shop.context.db.updateTable('customer').set({ role: 'customer' }).execute()
  shop.context.clock.advance(4)
  expect((await shop.get('/v2/operator/profile', token)).status).toBe(403)
})

test('the log is paginated, newest first, and immutable', async () => {
  const token = await shop.operator()
  for (let number = 1; number <= 51; number += 1)
    await logOperatorAction(shop.context, { action: 'test.count', subject: `number ${number}` })
  const first = await shop.get('/v2/operator/log', token)
  expect(first.body.entries).toHaveLength(50)
  expect(first.body.entries[0]).toMatchObject({
    subject: 'number 51',
    operatorName: '',
    detail: {},
  })
  const second = await shop.get(`/v2/operator/log?before=${first.body.next}`, token)
  expect(second.body.entries.map((entry: { subject: string }) => entry.subject)).toEqual([
    'number 1',
  ])
  expect(second.body.next).toBeNull()
  const change = shop.context.db.updateTable('operator_log').set({ subject: 'other' }).execute()
  await expect(change).rejects.toThrow('append-only')
  await expect(shop.context.db.deleteFrom('operator_log').execute()).rejects.toThrow('append-only')
  const asCustomer = shop.context.as({ kind: 'visitor' })
  await expect(logOperatorAction(asCustomer, { action: 'a', subject: 'b' })).rejects.toThrow()
})
