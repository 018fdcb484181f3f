import { expect, test } from 'vitest'
import { bruteForce, drawFrom, drawNetwork, searched } from './routing-model.ts'
import { seedOf, sizeOf } from '../../../../tests/support/tier.ts'

/**
 * Goal: the search finds exactly the Pareto-optimal journeys. Method: comparison with an exhaustive search
 * on random small networks; `SEED=<number>` replays a run, `RUNS` sets the number of networks.
 */
const runs = Number(process.env['RUNS'] ?? sizeOf({ usual: 1_000, nightly: 3_000 }))

test(`finds the same journeys as an exhaustive search`, { timeout: 600_000 }, () => {
  const seed = seedOf('routing', 20_261_122)
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
  // Guards against generated networks without any journey.
  expect(journeys).toBeGreaterThan(runs / 2)
})
