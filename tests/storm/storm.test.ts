/**
 * Goal: of many payments at four banks every one ends with tickets, or with the money back once, or was never
 * charged, whatever banks and shop do meanwhile. Method: every story with every bank, over HTTP, with duplicates,
 * losses, delays, forgeries and silence, and a shop that dies at the bank's door; then both sides' books are compared.
 * Repeat with the printed seed: SEED=… PAYMENTS=… ; the long one is `npm run soak`.
 */
import { expect, test } from 'vitest'
import { oneProcess } from './shops.ts'
import { storm } from './storm.ts'

test('every payment has its tickets or its money back, and no book differs', async () => {
  const seed = Number(process.env['SEED'] ?? Date.now() % 2_147_483_647)
  const payments = Number(process.env['PAYMENTS'] ?? 56)
  console.info(`SEED=${seed} PAYMENTS=${payments}`)
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
