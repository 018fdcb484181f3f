import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startNbg, type NbgFake } from '../../../../fakes/nbg/start.ts'
import { openTestContext, type TestContext } from '../../../../tests/support/context.ts'
import { testDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { fetchCurrencyRates, readRates, setCurrencyRates } from '../server/public-api.ts'

/**
 * Goal: the bank's rates are imported completely or not at all, and a failure of the bank changes nothing. Method: a
 * fake with the real protocol, correct and with every kind of failure, against a real database.
 */
let database: TestDatabase
let context: TestContext
let bank: NbgFake
beforeAll(async () => {
  database = await testDatabase()
  context = await openTestContext(database.url)
  bank = await startNbg({ port: 0 })
})
afterEach(() => bank.reset())
afterAll(async () => {
  await bank.stop()
  await context.close()
  await database.drop()
})

test('brings the rates of the day, each for one unit, and once', async () => {
  const brought = await fetchCurrencyRates(context, { url: bank.url })
  expect(brought).toEqual({ ok: true, value: { changed: 9 } })
  const rates = await readRates(context.db)
  const named = 'AMD AZN CHF EUR GBP JPY KWD TRY USD'.split(' ')
  expect(rates.map(({ currency, ratedOn }) => [currency, ratedOn])).toEqual(
    named.map((currency) => [currency, '2026-12-01']),
  )
  const rateOf = (currency: string) =>
    rates.find((rate) => rate.currency === currency)?.lariMillionths ?? 0
  for (const currency of ['EUR', 'GBP', 'USD']) expect(rateOf(currency)).toBeGreaterThan(2_600_000)
  // The bank says how many lari a hundred yen and a thousand drams are worth.
  expect(Math.floor(rateOf('JPY') / 1_000)).toBe(17)
  expect(Math.round(rateOf('AMD') / 1_000)).toBe(7)
  expect(await fetchCurrencyRates(context, { url: `${bank.url}/` })).toMatchObject({
    value: { changed: 0 },
  })
})

test.each([
  ['error', 'unreachable'],
  ['page', 'unreadable'],
  ['broken', 'unreadable'],
  ['empty', 'unreadable'],
  ['short', 'incomplete'],
  ['jump', 'implausible'],
  ['endless', 'unreachable'],
] as const)('a bank whose answer is %s changes nothing', async (habit, reason) => {
  const before = await readRates(context.db)
  context.clock.advance(86_400)
  bank.misbehave(habit)
  expect(await fetchCurrencyRates(context, { url: bank.url })).toMatchObject({
    ok: false,
    code: reason,
  })
  expect(await readRates(context.db)).toEqual(before)
})

test('a bank that is not there changes nothing', async () => {
  expect(await fetchCurrencyRates(context, { url: 'http://127.0.0.1:1' })).toMatchObject({
    code: 'unreachable',
  })
})

test('what cannot be a rate is refused with the whole day', async () => {
  // Goal: all or none. Method: one good rate beside each bad one.
  const set = (rates: object, ratedOn = '2026-12-05') =>
    setCurrencyRates(context, { ratedOn, rates, source: 'test' })
  for (const bad of [0, -1, 1.5, Number.NaN, 10 ** 12])
    expect(await set({ EUR: 3_000_000, USD: bad })).toMatchObject({ code: 'BadRequest' })
  expect(await set({})).toMatchObject({ code: 'BadRequest' })
  expect(await set({ EUR: 3_000_000 }, 'tomorrow')).toMatchObject({ code: 'BadRequest' })
  expect((await readRates(context.db)).some((rate) => rate.ratedOn === '2026-12-05')).toBe(false)
})
