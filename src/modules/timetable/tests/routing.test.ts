import { expect, test } from 'vitest'
import { bruteForce, drawFrom, drawNetwork, searched } from './routing-model.ts'

/**
 * Goal: the search finds every best journey and no other. Method: random small networks, in which everything is tried;
 * `SEED=<number>` replays a run, `RUNS` sets how many networks.
 */
const seed = Number(process.env['SEED'] ?? Date.now() % 2_147_483_647)
const runs = Number(process.env['RUNS'] ?? 3_000)

test(`journeys are those of a search that tries everything`, { timeout: 600_000 }, () => {
  console.info(`SEED=${seed}`)
  let journeys = 0
  for (let run = 0; run < runs; run += 1) {
    const network = drawNetwork(drawFrom(seed + run))
    const { criteria, broken } = searched(network)
    const sorted = (rows: readonly (readonly number[])[]): string[] =>
      rows.map((row) => row.join(' ')).toSorted()
    expect(broken, `SEED=${seed + run} RUNS=1`).toEqual([])
    expect(sorted(criteria), `SEED=${seed + run} RUNS=1`).toEqual(sorted(bruteForce(network)))
    journeys += criteria.length
  }
  // A generator that finds nowhere to go would prove nothing.
  expect(journeys).toBeGreaterThan(runs / 2)
})
