/**
 * Goal: as the short storm, with real deaths: of PAYMENTS payments (10,000) at four banks every one ends with tickets,
 * or with the money back once, or was never charged. Method: two servers and a worker are killed with SIGKILL every
 * few seconds, KILLS times at most (60), while CROWD buyers (24) pay; each payment's fate is drawn from the SEED and
 * its number alone.
 */
import { expect, test } from 'vitest'
import { processes } from '../storm/shops.ts'
import { storm } from '../storm/storm.ts'

const seed = Number(process.env['SEED'] ?? Date.now() % 2_000_000_000)
const payments = Number(process.env['PAYMENTS'] ?? 10_000)
const killsMost = Number(process.env['KILLS'] ?? 60)
const crowd = Number(process.env['CROWD'] ?? 24)

test('a storm of payments over processes that die', async () => {
  console.info(`SEED=${seed} PAYMENTS=${payments} KILLS=${killsMost}`)
  const began = Date.now()
  const report = await storm({
    seed,
    payments,
    crowd,
    openShop: processes({ seed, killsMost, everyMs: 6_000 }),
    // The last try is later than a restart takes.
    retryDelaysMs: [200, 500, 1_500, 4_000, 10_000, 30_000],
  })
  console.info(JSON.stringify({ ...report, seconds: Math.round((Date.now() - began) / 1_000) }))
  expect(report.broken).toEqual([])
  expect(report.deaths).toBeGreaterThan(0)
  for (const [name, times] of Object.entries(report.counts))
    expect([name, times]).not.toEqual([name, 0])
}, 14_400_000)
