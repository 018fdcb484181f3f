/**
 * Goal: whatever the shop said yes to survives a crash. Method: a crowd shops over HTTP while server and worker are
 * killed with SIGKILL at random moments and started again; afterwards the sweeps run, and the shop's books, the
 * bank's books and what the crowd was told must agree. Repeat with the printed seed: SEED=…
 */
import { expect, test } from 'vitest'
import { crash } from './crash.ts'

test('no acknowledged hold or sale is lost, no place sold twice, no money kept for nothing', async () => {
  const seed = Number(process.env.SEED ?? Date.now() % 2_147_483_647)
  console.info(`SEED=${seed}`)
  const report = await crash({ seed, killsMost: 6, secondsMost: 15, shoppers: 6, events: 6 })
  console.info(JSON.stringify(report))
  expect(report.broken).toEqual([])
  expect(report.cutOff).toBeGreaterThan(0)
  expect(report.holds).toBeGreaterThan(0)
  expect(report.captured).toBeGreaterThan(0)
  expect(report.refunds).toBeGreaterThan(0)
}, 300_000)
