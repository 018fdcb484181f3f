/**
 * Goal: killed processes of `npm start` recover without loss. Method: buyers under load while one process after the other is
 * killed. The short version is `recovery.test.ts`, the long one tests/soak/launched.soak.ts.
 */
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { crashLaunched } from '../crash/launched.ts'
import { seedOf } from '../support/tier.ts'

const mediaDirectory = fileURLToPath(new URL('../../.cache/e2e/media', import.meta.url))

test('recovers every killed process of npm start without loss', async () => {
  const { recoveries, ...report } = await crashLaunched({
    seed: seedOf('recovery', 1),
    victims: ['server', 'postgres', 'demo services', 'backend', 'worker', 'launcher'],
    shoppers: 4,
    events: 24,
    mediaDirectory,
  })
  console.info(JSON.stringify({ ...report, recoveries }))
  expect(report.broken).toEqual([])
  expect(recoveries).toHaveLength(6)
  expect(report.holds).toBeGreaterThan(0)
  expect(report.captured).toBeGreaterThan(0)
}, 600_000)
