/**
 * Goal: everybody of a full hall gets exactly one seat in another hall that is large enough, and at least 95 of 100
 * parties stay together. Method: halls of about 400 seats filled with seeded random parties.
 */
import { expect, test } from 'vitest'
import { expandLayout, type ExpandedLayout } from '#seatmap/expand.ts'
import { hallLayout } from '../../../../db/seeds/cinema/layouts.ts'
import { reseat, type Party } from '#seatmap/reseat.ts'
import { fillHall, isTogether, makeHall } from './full-halls.ts'
import { seedOf } from '../../../../tests/support/tier.ts'

const seed = seedOf('reseat', 20_261_122)
let state = seed
const chance = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
function check(from: ExpandedLayout, to: ExpandedLayout, parties: readonly Party[]): number {
  const { moves, apart, unplaced } = reseat(from, to, parties)
  expect(unplaced).toEqual([])
  const expected = parties.flatMap(({ placeIds }) => placeIds)
  expect([...moves.keys()].toSorted((a, b) => a - b)).toEqual(expected.toSorted((a, b) => a - b))
  expect(new Set(moves.values()).size).toBe(expected.length)
  const several = parties.filter(({ placeIds }) => placeIds.length > 1)
  const together = several.filter((party) => {
    const isBeside = isTogether(to, party, moves)
    expect(isBeside || apart.includes(party.key)).toBe(true)
    return isBeside
  })
  return together.length / several.length
}

test('reseats a full hall of 400 in halls of the same and of other shapes', () => {
  const shares: number[] = []
  for (let round = 0; round < 12; round += 1) {
    const from = makeHall(20, [5, 10, 5])
    const others = [
      makeHall(20, [5, 10, 5]),
      makeHall(18, [8, 8, 8]),
      makeHall(24, [9, 9]),
      makeHall(20, [6, 8, 6]),
    ]
    const to = others[round % others.length]
    if (to) shares.push(check(from, to, fillHall(from, chance)))
  }
  console.info(
    `SEED=${seed} together: ${shares.map((share) => `${(share * 100).toFixed(1)}%`).join(' ')}`,
  )
  expect(shares.reduce((sum, share) => sum + share, 0) / shares.length).toBeGreaterThanOrEqual(0.95)
})

test('keeps seat classes and wheelchair spaces of a half-full hall', () => {
  const from = expandLayout(hallLayout('large'))
  const to = expandLayout(hallLayout('grand'))
  const parties = fillHall(from, chance).filter(() => chance() < 0.5)
  const { moves, apart } = reseat(from, to, parties)
  const zone = (layout: ExpandedLayout, placeId: number) =>
    layout.layout.zones[layout.zone[placeId] ?? 0]?.key
  for (const [was, is] of moves) expect(zone(to, is)).toBe(zone(from, was))
  for (const [was, is] of moves)
    expect(((to.flags[is] ?? 0) & 1) === 1).toBe(((from.flags[was] ?? 0) & 1) === 1)
  expect(apart).toEqual([])
})

test('reports the places for which a smaller hall has no seat', () => {
  const from = makeHall(4, [4, 4])
  const { moves, unplaced } = reseat(from, makeHall(2, [4, 4]), fillHall(from, chance))
  expect([moves.size, unplaced.length]).toEqual([16, 16])
})
