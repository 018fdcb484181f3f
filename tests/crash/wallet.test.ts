/**
 * Goal: money on balances survives crashes between a debit and its credit, and between the bank's transaction and
 * ours. Method: two processes move money in all possible ways and are killed with SIGKILL at random moments; then
 * ledger, balances, holds and the bank's records must agree. Longer, with more kills: `npm run soak`.
 */
import { expect, test } from 'vitest'
import { crashWallet } from './wallet.ts'
import { seedOf } from '../support/tier.ts'

test('keeps balances equal to their postings, pays nothing twice and leaves no orphaned hold', async () => {
  const seed = seedOf('wallet crash', 20_261_122)
  const report = await crashWallet({ seed, kills: 3, milliseconds: 300 })
  console.info(JSON.stringify(report))
  expect(report.broken).toEqual([])
  expect(report.transfers).toBeGreaterThan(20)
  expect(report.paid).toBeGreaterThan(0)
}, 60_000)
