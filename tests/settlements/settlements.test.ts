/**
 * Goal: the amount due to an organiser equals a simple model's, and nobody is paid twice. Method: sales, returns,
 * terms, statements, decisions, payouts and claims in random order, some of them submitted twice at once, with a
 * bank that rejects transfers or does not answer; the ledger is compared with the model after each step. Then a
 * payout and a return after it are interrupted before each of several statements. `SEED=` repeats a run; the long
 * version is `npm run soak settlements`.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { interruptSettlements } from './interrupted.ts'
import { playSettlements } from './model.ts'
import { openSettlementFixture, type SettlementFixture } from './fixture.ts'
import { seedOf } from '../support/tier.ts'

let fixture: SettlementFixture
beforeAll(async () => {
  fixture = await openSettlementFixture()
})
afterAll(() => fixture.close())

test('the amount due equals the model after every step', async () => {
  const seed = seedOf('settlements', 20_261_122)
  const { broken, ...tally } = await playSettlements(fixture, { seed, steps: 32 })
  console.info(JSON.stringify(tally))
  expect(broken).toEqual([])
}, 60_000)

test('ends with the same amounts when interrupted before any of several statements', async () => {
  const { broken, points } = await interruptSettlements(fixture, { every: 19 })
  expect(broken).toEqual([])
  expect(points).toBeGreaterThan(3)
}, 60_000)
