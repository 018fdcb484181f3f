/**
 * Goal: through seats stay free for long journeys, parties sit together, and no seat is assigned twice.
 * Method: small trains by example, random trains compared with their free seats, and the same demand with
 * other allocation strategies.
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allocate, allocateWithChanges, type Seat } from '../server/allocate.ts'
import { maskOf } from '../server/legs.ts'
import {
  batumiDemand,
  compareBatumi,
  daysOf,
  expressStops,
  stoppingStops,
} from './batumi-demand.ts'
import { compare } from './demand.ts'

const legCount = 11
/** Two rows of four seats with these taken legs. */
const train = (taken: readonly bigint[]): Seat[] =>
  taken.map((legs, index) => ({
    placeId: index + 1,
    coach: 1 + Math.floor(index / 8),
    x: Math.floor((index % 8) / 4),
    y: index % 4,
    facing: 1,
    isWindow: index % 4 === 0 || index % 4 === 3,
    isAisle: index % 4 === 1 || index % 4 === 2,
    isAtTable: false,
    isUpper: false,
    taken: legs,
  }))
const request = (legFrom: number, legTo: number, count = 1) => ({
  legFrom,
  legTo,
  legCount,
  count,
  preferences: [],
})

describe('seat allocation', () => {
  test('prefers a seat already used on other legs to one that is free for the whole run', () => {
    const seats = train([0n, maskOf(0, 3), maskOf(5, 11), 0n])
    expect(allocate(seats, request(3, 5))).toEqual([3])
    expect(allocate(seats, request(3, 11))).toEqual([2])
    expect(allocate(seats, request(0, 11))).toEqual([1])
  })

  test('respects a preference for window seats', () => {
    const seats = train([maskOf(0, 11), 0n, 0n, 0n])
    expect(allocate(seats, { ...request(0, 11), preferences: ['window'] })).toEqual([4])
  })

  test('seats a party together, in one coach', () => {
    const seats = train([
      0n,
      maskOf(0, 11),
      maskOf(0, 11),
      0n,
      ...Array(4).fill(0n),
      ...Array(8).fill(0n),
    ])
    const placeIds = allocate(seats, request(0, 11, 4)) ?? []
    expect(new Set(placeIds.map((placeId) => (placeId <= 8 ? 1 : 2))).size).toBe(1)
  })

  test('changes seats as rarely as possible, and fails if a leg has no free seat', () => {
    const seats = train([maskOf(4, 11), maskOf(0, 4), maskOf(0, 6)])
    expect(allocate(seats, request(0, 11))).toBeNull()
    expect(allocateWithChanges(seats, request(0, 11))).toEqual([
      { placeId: 1, legFrom: 0, legTo: 4 },
      { placeId: 2, legFrom: 4, legTo: 11 },
    ])
    expect(allocateWithChanges(train([maskOf(4, 6), maskOf(5, 7)]), request(0, 11))).toBeNull()
  })
})

test('assigns only free seats, each once, whenever there are enough', () => {
  const taken = fc.array(fc.bigInt(0n, (1n << 11n) - 1n), { minLength: 1, maxLength: 40 })
  const legs = fc.tuple(fc.nat(10), fc.nat(10))
  fc.assert(
    fc.property(taken, legs, fc.integer({ min: 1, max: 9 }), (masks, [one, other], count) => {
      const [legFrom, legTo] = [Math.min(one, other), Math.max(one, other) + 1]
      const seats = train(masks)
      const free = seats.filter((seat) => (seat.taken & maskOf(legFrom, legTo)) === 0n)
      const given = allocate(seats, request(legFrom, legTo, count))
      expect(given?.length ?? null).toBe(free.length < count ? null : count)
      if (!given) return
      expect(new Set(given).size).toBe(count)
      expect(free.map(({ placeId }) => placeId)).toEqual(expect.arrayContaining(given))
    }),
    { numRuns: 300 },
  )
})

test('carries more passengers of the same demand than random allocation', () => {
  const demand = { legCount, seatCount: 61, load: 0.9, wholeShare: 0.5 }
  const mixed = compare({ ...demand, longTrips: 'mixed' }, 12)
  expect(mixed.bestFit / mixed.random).toBeGreaterThan(1.05)
  // The bound for first come, first served without gaps; best fit may lose at most 3 % to gaps.
  expect(mixed.bestFit / mixed.legCapacityBound).toBeGreaterThan(0.97)
  expect(mixed.optimalBound).toBeGreaterThanOrEqual(Math.max(mixed.bestFit, mixed.legCapacityBound))
  const late = compare({ ...demand, longTrips: 'late' }, 12)
  expect(late.bestFit / late.random).toBeGreaterThan(1.08)
})

describe('the demand between Tbilisi and Batumi', () => {
  test('is on average as far as published, and mostly booked earlier by those who travel far', () => {
    const dayOf = daysOf({ ...batumiDemand, load: 0.9 })
    const forward = Array.from({ length: 30 }, (_, day) => dayOf(2 * day).requests)
    const trips = forward.flatMap((requests) =>
      requests.map(({ legFrom, legTo, count }, index) => ({
        km: (expressStops[legTo]?.km ?? 0) - (expressStops[legFrom]?.km ?? 0),
        count,
        isEarly: index < requests.length / 2,
      })),
    )
    const meanKm = (of: typeof trips) =>
      of.reduce((sum, { km, count }) => sum + km * count, 0) /
      of.reduce((sum, { count }) => sum + count, 0)
    expect(Math.abs(meanKm(trips) - 229)).toBeLessThan(8)
    expect(meanKm(trips.filter(({ isEarly }) => isEarly))).toBeGreaterThan(
      meanKm(trips.filter(({ isEarly }) => !isEarly)),
    )
  })

  test.each([
    ['the express', expressStops, 4, 0.95],
    ['a train with 11 legs', stoppingStops, 2, 0.9],
  ])(
    'loses nobody to gaps, seats parties together and meets preferences: %s',
    (_, stops, days, together) => {
      const { all } = compareBatumi({ ...batumiDemand, stops, load: 1.2 }, days)
      expect(all.bestFit.passengers).toBeLessThan(all.requested)
      expect(all.bestFit.passengers / all.legCapacityBound).toBeGreaterThan(0.995)
      expect(all.bestFit.partiesTogether / all.bestFit.parties).toBeGreaterThan(together)
      expect(all.bestFit.preferencesMet / all.bestFit.preferences).toBeGreaterThan(0.8)
      // If everybody accepts a change of seat, only the number of free seats on each leg counts.
      expect(all.randomWithChanges.passengers).toBe(all.legCapacityBound)
      expect(all.bestFitWithChanges.changing).toBeLessThan(all.randomWithChanges.changing)
    },
  )
})
