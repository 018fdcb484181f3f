/**
 * Goal: after any sequence of decisions (moved, shorter, cancelled, running after all), purchases that are under way and
 * hand-overs, everybody who will stand at the door knows the last truth, and was told of it once. Method: random sequences
 * over HTTP in each vertical; what the jobs of the worker send is read from its calendar file.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { HostileShop } from '../hostile/shop.ts'
import { randomOf } from '../storm/random.ts'
import { seedOf, sizeOf } from '../support/tier.ts'
import { makeFlight, openFlightShop } from './flights.ts'
import { playSequence } from './sequences.ts'
import { makeFilm, makeRun, makeShow } from './subjects.ts'

let shop: HostileShop
let flights: Awaited<ReturnType<typeof openFlightShop>>
beforeAll(async () => {
  flights = await openFlightShop()
  ;({ shop } = flights)
})
afterAll(() => flights.close())

const size = { sequences: sizeOf({ usual: 1, nightly: 40 }), steps: 60 }
const seed = seedOf('news of decisions', 20_261_129)

test.each([
  ['shows', makeShow],
  ['screenings', makeFilm],
  ['runs', makeRun],
  ['flights', (of: HostileShop) => makeFlight(of, flights.duffel)],
] as const)(
  '%s: everybody knows the last truth',
  { timeout: 60_000 * size.sequences },
  async (name, make) => {
    for (let round = 0; round < size.sequences; round += 1) {
      const random = randomOf(seed + round * 7_919)
      const { wrong, steps } = await playSequence(shop, await make(shop), {
        random,
        stepCount: size.steps,
      })
      expect(wrong, `${name}, round ${round}: ${steps.join(', ')}`).toEqual([])
    }
  },
)
