/**
 * Goal: money of balances survives crashes: between a debit and its credit, between the bank's word and ours. Method:
 * two processes move money in every way and are killed with SIGKILL at random moments; then ledger, balances, holds
 * and the bank's own books must agree. Longer, with more kills: `npm run soak`.
 */
import { expect, test } from 'vitest'
import { crashWallet } from './wallet.ts'

test('every balance is its postings, nothing is paid twice or held for nobody', async () => {
  const report = await crashWallet({ kills: 3, milliseconds: 300 })
  console.info(JSON.stringify(report))
  expect(report.broken).toEqual([])
  expect(report.transfers).toBeGreaterThan(20)
  expect(report.paid).toBeGreaterThan(0)
}, 60_000)
