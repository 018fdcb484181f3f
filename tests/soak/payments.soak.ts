/**
 * Goal: as the short storm, with killed processes: of PAYMENTS payments (600) at four banks every one ends with
 * tickets, with one refund, or without a charge. Method: two servers and a worker are killed with SIGKILL every few
 * seconds, at most KILLS times (12), while CROWD buyers (24) pay; the scenario of each payment is drawn from the
 * SEED and its number alone.
 */
import { expect, test } from 'vitest'
import { processes } from '../storm/shops.ts'
import { storm } from '../storm/storm.ts'
import { seedOf } from '../support/tier.ts'

const seed = seedOf('payments', 20_261_122)
const payments = Number(process.env['PAYMENTS'] ?? 600)
const killsMax = Number(process.env['KILLS'] ?? 12)
const crowd = Number(process.env['CROWD'] ?? 24)

test('ends every payment with tickets, a refund or no charge while processes are killed', async () => {
  console.info(`PAYMENTS=${payments} KILLS=${killsMax}`)
  const began = Date.now()
  const report = await storm({
    seed,
    payments,
    crowd,
    openShop: processes({ seed, killsMax, everyMs: 6_000 }),
    // The last attempt is later than a restart takes.
    retryDelaysMs: [200, 500, 1_500, 4_000, 10_000, 30_000],
  })
  console.info(JSON.stringify({ ...report, seconds: Math.round((Date.now() - began) / 1_000) }))
  expect(report.broken).toEqual([])
  expect(report.kills).toBeGreaterThan(0)
  for (const [name, times] of Object.entries(report.counts))
    expect([name, times]).not.toEqual([name, 0])
}, 14_400_000)
