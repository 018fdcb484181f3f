/**
 * Goal: SMS codes stay within the budgets of account, phone, network, country and shop. Method: codes requested on a
 * real database with small budgets, over consecutive hours and days.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callingCodeOf } from '#kernel/phone.ts'
import { boundsOf, type SmsScope } from '#platform/bounds.ts'
import { readConfig } from '#platform/config.ts'
import type { Context } from '#platform/context.ts'
import { openTestContext, type TestContext } from '../../../../tests/support/context.ts'
import { testDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { unbounded } from '../../../../tests/support/unbounded.ts'
import { createSessionStore, requestCode, smsRefused } from '../server/public-api.ts'

let database: TestDatabase
let context: TestContext

beforeAll(async () => {
  database = await testDatabase()
  context = await openTestContext(database.url)
})
afterAll(async () => {
  await context.close()
  await database.drop()
})

const sessions = createSessionStore()
let asked = 0

async function newGuest() {
  return (await sessions.openGuest(context, 'test')).actor
}

/** Requests a code to an unused phone with this prefix. */
async function ask(settings: Record<string, string>, from: Partial<Context> = {}, prefix = '+995') {
  asked += 1
  const phone =
    from.userAgent ?? `${prefix}55${String(asked).padStart(prefix === '+995' ? 7 : 6, '0')}`
  const caller = { ...context.as(from.actor ?? (await newGuest())), ...from }
  const bounds = boundsOf(readConfig({ ...unbounded, ...settings }))
  const sent = await requestCode({ ...caller, bounds }, { purpose: 'order', phone })
  return sent.ok ? 'sent' : sent
}

const spent = { ok: false, code: 'SmsBudgetSpent' }

interface Case {
  readonly scope: SmsScope
  readonly settings: Record<string, string>
  readonly from?: Partial<Context>
  readonly prefix?: string
}

test.each<Case>([
  { scope: 'account', settings: { SMS_PER_ACCOUNT: '2/3' } },
  { scope: 'network', settings: { SMS_PER_NETWORK: '2/3' }, from: { ip: '203.0.113.9' } },
  { scope: 'country', settings: { SMS_PER_COUNTRY: '2/3' }, prefix: '+372' },
  { scope: 'shop', settings: { SMS_PER_SHOP: '2/3' } },
])('the budget of one $scope, by the hour and by the day', async (given) => {
  const { scope, settings, prefix } = given
  const from = scope === 'account' ? { actor: await newGuest() } : given.from
  context.clock.set(new Date(context.clock.now().getTime() + 3 * 86_400_000))
  context.clock.set(new Date(context.clock.now().toISOString().replace(/T.*/, 'T09:59:30.000Z')))
  const refusedBefore = smsRefused().get(scope) ?? 0
  // Concurrency: of parallel requests, exactly as many are sent as the hour's budget allows.
  const together = await Promise.all([1, 2, 3, 4].map(() => ask(settings, from, prefix)))
  expect(together.filter((result) => result === 'sent')).toHaveLength(2)
  expect(together).toContainEqual({ ...spent, detail: { retryAfterSeconds: 30 } })
  context.clock.advance(30)
  expect(await ask(settings, from, prefix)).toBe('sent')
  // The hour has more, the day has not.
  expect(await ask(settings, from, prefix)).toMatchObject({
    ...spent,
    detail: { retryAfterSeconds: 50_400 },
  })
  expect(smsRefused().get(scope)).toBe(refusedBefore + 3)
  context.clock.advance(14 * 3_600)
  expect(await ask(settings, from, prefix)).toBe('sent')
})

test('phones of the shop’s own country have no budget of a country', async () => {
  const settings = { SMS_PER_COUNTRY: '1/1' }
  for (let turn = 0; turn < 3; turn += 1) expect(await ask(settings)).toBe('sent')
})

test('one phone: a minute between two codes, then its budget, whoever the caller is', async () => {
  const settings = { SMS_PER_PHONE: '2/8' }
  const to = { userAgent: '+995555000077' }
  expect(await ask(settings, to)).toBe('sent')
  expect(await ask(settings, to)).toMatchObject({ code: 'TooManyRequests' })
  context.clock.advance(61)
  expect(await ask(settings, to)).toBe('sent')
  context.clock.advance(61)
  expect(await ask(settings, to)).toMatchObject(spent)
})

test('calling codes are read off any phone', () => {
  expect(
    ['+995555123456', '+15551234567', '+442079460958', '+37255512345', '+999123456789'].map(
      callingCodeOf,
    ),
  ).toEqual(['995', '1', '44', '372', ''])
})
