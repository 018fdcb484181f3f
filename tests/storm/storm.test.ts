/**
 * Goal: of many payments at four banks every one ends with tickets, with one refund, or without a charge, whatever
 * faults banks and shop have. Method: every scenario with every bank, over HTTP, with duplicated, lost, delayed,
 * forged and missing callbacks, and a shop that aborts while calling the bank; then the records of both sides are
 * compared. Repeat with the printed seed: SEED=… PAYMENTS=… ; the long version is `npm run soak`.
 */
import { expect, test } from 'vitest'
import { oneProcess } from './shops.ts'
import { storm } from './storm.ts'
import { seedOf } from '../support/tier.ts'

test('ends every payment with its tickets or a refund, and all records agree', async () => {
  const seed = seedOf('storm', 20_261_122)
  const payments = Number(process.env['PAYMENTS'] ?? 56)
  console.info(`PAYMENTS=${payments}`)
  const report = await storm({
    seed,
    payments,
    crowd: 14,
    openShop: oneProcess({ seed, chance: 0.04 }),
    retryDelaysMs: [50, 100, 200, 400],
  })
  console.info(JSON.stringify(report))
  expect(report.broken).toEqual([])
  for (const [name, times] of Object.entries(report.counts))
    if (name !== 'contradictions') expect([name, times]).not.toEqual([name, 0])
}, 60_000)
