/**
 * Goal and method as in the short crash test, repeated: ROUNDS databases (2) with KILLS kills each (12), one after
 * the other, with consecutive seeds.
 */
import { expect, test } from 'vitest'
import { crash } from '../crash/crash.ts'
import { seedOf } from '../support/tier.ts'

const rounds = Number(process.env.ROUNDS ?? 2)
const kills = Number(process.env.KILLS ?? 12)
const firstSeed = seedOf('crash', 20_261_122)

test.each(Array.from({ length: rounds }, (_, round) => firstSeed + round))(
  'shop with the seed %d survives its crashes',
  async (seed) => {
    const report = await crash({
      seed,
      killsMax: kills,
      secondsMax: 3_600,
      shoppers: 16,
      events: 30,
    })
    console.info(JSON.stringify({ seed, ...report }))
    expect(report.broken).toEqual([])
    expect(report.captured).toBeGreaterThan(0)
  },
  3_600_000,
)
