/**
 * Goal: every process that is killed recovers by itself in under ten seconds, and nothing is lost. Method: `npm
 * start` with a crowd of buyers; its processes (server, worker, fakes, PostgreSQL, single connections, the
 * launcher) are killed KILLS times (10) at random moments; SEED=… repeats a run. On a busy machine SECONDS_MAX
 * sets the bound of a recovery, and OPEN_SECONDS_MAX that of the first start (180).
 */
import { expect, test } from 'vitest'
import { crashLaunched, victims, type Victim } from '../crash/launched.ts'
import { randomOf } from '../storm/random.ts'
import { seedOf } from '../support/tier.ts'

const kills = Number(process.env.KILLS ?? 10)
const secondsMax = Number(process.env.SECONDS_MAX ?? 10)
const seed = seedOf('launched', 20_261_122)
/** Most kills are of these; each of the others is killed at least once too. */
const mostly: readonly Victim[] = [
  'server',
  'postgres',
  'backend',
  'worker',
  'launcher',
  'demo services',
]

test(`npm start survives ${kills} kills`, async () => {
  const random = randomOf(seed)
  const drawn = Array.from({ length: kills }, () => {
    const from = random() < 0.8 ? mostly : victims
    return from[Math.floor(random() * from.length)] as Victim
  })
  const report = await crashLaunched({ seed, victims: drawn, shoppers: 8, events: 60 + kills * 4 })
  const { recoveries, ...sums } = report
  console.info(JSON.stringify({ seed, ...sums }))
  for (const victim of new Set(drawn)) {
    const took = recoveries.filter((each) => each.victim === victim).map(({ seconds }) => seconds)
    console.info(
      `${victim}: ${took.length} times, p50 ${middle(took)} s, most ${Math.max(...took)} s`,
    )
  }
  console.info(JSON.stringify(recoveries))
  const all = recoveries.map(({ seconds }) => seconds)
  console.info(`all: p50 ${middle(all)} s, most ${Math.max(...all)} s`)
  expect(report.broken).toEqual([])
  expect(report.captured).toBeGreaterThan(0)
  expect(recoveries.filter(({ seconds }) => seconds > secondsMax)).toEqual([])
}, 7_200_000)

function middle(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0
}
