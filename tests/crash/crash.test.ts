/**
 * Goal: everything the server acknowledged survives a crash. Method: buyers use the shop over HTTP while server and
 * worker are killed with SIGKILL at random moments and restarted; afterwards the sweeps run, and the database, the
 * bank's records and the responses that buyers received must agree. Repeat with the printed seed: SEED=…
 */
import { expect, test } from 'vitest'
import { crash } from './crash.ts'
import { seedOf, sizeOf } from '../support/tier.ts'

test('loses no acknowledged hold or sale, sells no place twice and keeps no money without a sale', async () => {
  const seed = seedOf('crash', 20_261_122)
  const killsMax = sizeOf({ usual: 3, nightly: 6 })
  const report = await crash({ seed, killsMax, secondsMax: 15, shoppers: 6, events: 6 })
  console.info(JSON.stringify(report))
  expect(report.broken).toEqual([])
  expect(report.cutOff).toBeGreaterThan(0)
  expect(report.holds).toBeGreaterThan(0)
  expect(report.captured).toBeGreaterThan(0)
  expect(report.refunds).toBeGreaterThan(0)
}, 300_000)
