/**
 * Goal: the next earlier and later journeys are found across midnight and several days. Method: random
 * queries (seeded) on the demo network, compared with the sorted journeys of all days around. And of a position, the nearest
 * place is found, also if it is a busy one.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, localDate, readNetwork } from '#modules/timetable/server/public-api.ts'
import { openTestContext, type TestContext } from '../../../../tests/support/context.ts'
import { demoDatabase, demoDay, type TestDatabase } from '../../../../tests/support/database.ts'
import { findPlaces } from '../server/find-places.ts'
import { journeysNear, itinerariesOf } from '../server/find-journeys.ts'
import { oneAdult } from '../server/party-prices.ts'
import { placeOf } from '../server/places.ts'
import { seedOf } from '../../../../tests/support/tier.ts'

let database: TestDatabase
let context: TestContext
beforeAll(async () => {
  database = await demoDatabase()
  context = await openTestContext(database.url)
  context.clock.set(demoDay)
})
afterAll(async () => {
  await context.close()
  await database.drop()
})

const seed = seedOf('near journeys', 20_261_122)
const questions = 12
const searchDaysMax = 7

/** Seeded random integers below a bound. */
function seededRandom(start: number) {
  let state = start
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const codes = ['tbilisi', 'batumi', 'kutaisi', 'gori', 'poti', 'zugdidi', 'borjomi']

test('finds the same journeys before and after a time as a search of every day', async () => {
  const network = await readNetwork(context)
  const roll = seededRandom(seed)
  const today = localDate(demoDay, 'Asia/Tbilisi')
  let found = 0
  for (let question = 0; question < questions; question += 1) {
    const from = placeOf(network, codes[roll(codes.length)] ?? '', 'en')
    const to = placeOf(network, codes[roll(codes.length)] ?? '', 'en')
    const at = new Date(demoDay.getTime() + roll(9 * 1_440) * 60_000)
    const direction = roll(2) === 0 ? ('earlier' as const) : ('later' as const)
    const most = 1 + roll(6)
    if (!from || !to || from.localityId === to.localityId) continue
    const near = await journeysNear(context, { from, to, at, direction, most }, oneAdult)
    const first = localDate(at, 'Asia/Tbilisi')
    const departures: number[] = []
    for (let day = -searchDaysMax; day <= searchDaysMax; day += 1) {
      const date = addDays(first, day)
      const isLookedAt =
        direction === 'later' ? day < searchDaysMax : day > -searchDaysMax && date >= today
      if (!isLookedAt) continue
      for (const [ride] of await itinerariesOf(context, { from, to, date }))
        if (ride) departures.push(ride.departsAt.getTime())
    }
    const candidates = departures
      .filter((time) => (direction === 'later' ? time > at.getTime() : time < at.getTime()))
      .toSorted((one, other) => one - other)
    const expected = direction === 'later' ? candidates.slice(0, most) : candidates.slice(-most)
    expect(
      near.map(({ departsAt }) => Date.parse(departsAt)),
      `question ${question} of seed ${seed}: ${direction} than ${at.toISOString()}`,
    ).toEqual(expected)
    found += near.length
  }
  expect(found).toBeGreaterThan(questions)
})

test('who has no fare of a carrier’s own is found a seat as an adult', async () => {
  const network = await readNetwork(context)
  const [from, to] = ['tbilisi', 'batumi'].map((code) => placeOf(network, code, 'en'))
  if (!from || !to) throw new Error('The demo has no such towns')
  const question = { from, to, at: demoDay, direction: 'later' as const, most: 20 }
  const search = (party: [string, number][]) =>
    journeysNear(context, { ...question, brand: 'railway' }, new Map(party))
  // The railway has no pensioner's fare.
  const pensioners = await search([['pensioner', 2]])
  expect(pensioners.some(({ sale }) => sale === 'open')).toBe(true)
  expect(pensioners).toEqual(await search([['adult', 2]]))
})

test('a position alone finds the places around it, the busiest among them', async () => {
  const near = await findPlaces(context, { most: 10, latitude: 41.72, longitude: 44.8 })
  expect(near.nearby[0]?.placeCode).toBe('tbilisi')
  const nowhere = await findPlaces(context, { most: 10, latitude: 50, longitude: 20 })
  expect(nowhere.nearby).toEqual([])
  // Beside what is typed, places that were found already are not repeated.
  const typed = await findPlaces(context, { query: 'tbilisi', most: 10 })
  expect(typed.nearby.map(({ placeCode }) => placeCode)).not.toContain('tbilisi')
})
