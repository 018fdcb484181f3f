/**
 * Goal and method as in the short crash test of balances, longer: ROUNDS (2) databases, in each of which KILLS (12)
 * processes are killed one after the other, among thousands of transfers.
 */
import { expect, test } from 'vitest'
import { crashWallet } from '../crash/wallet.ts'
import { seedOf } from '../support/tier.ts'

const rounds = Number(process.env.ROUNDS ?? 2)
const kills = Number(process.env.KILLS ?? 12)
const first = seedOf('wallet crash', 20_261_122)

test.each(Array.from({ length: rounds }, (_, round) => first + round))(
  'books of seed %d survive their crashes',
  async (seed) => {
    const report = await crashWallet({ seed, kills, milliseconds: 1_500 })
    console.info(JSON.stringify(report))
    expect(report.broken).toEqual([])
    expect(report.transfers).toBeGreaterThan(kills * 100)
  },
  3_600_000,
)
