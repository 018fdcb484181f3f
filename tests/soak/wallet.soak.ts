/**
 * Goal and method as in the short crash test of balances, longer: ROUNDS (5) databases, in each of which KILLS (25)
 * processes are killed one after the other, among thousands of transfers.
 */
import { expect, test } from 'vitest'
import { crashWallet } from '../crash/wallet.ts'

const rounds = Number(process.env.ROUNDS ?? 5)
const kills = Number(process.env.KILLS ?? 25)

test.each(Array.from({ length: rounds }, (_, round) => round + 1))(
  'books of round %d survive their crashes',
  async () => {
    const report = await crashWallet({ kills, milliseconds: 1_500 })
    console.info(JSON.stringify(report))
    expect(report.broken).toEqual([])
    expect(report.transfers).toBeGreaterThan(kills * 100)
  },
  3_600_000,
)
