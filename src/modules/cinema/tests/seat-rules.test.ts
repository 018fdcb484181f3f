/** Goal: the seat rules accept and refuse the right choices. Method: choices in a demo hall with some taken seats. */
import { describe, expect, test } from 'vitest'
import { createStates, placeState } from '#seatmap/availability.ts'
import { expandLayout } from '#seatmap/expand.ts'
import { seatFlagBit } from '#seatmap/layout.ts'
import { hallLayout } from '../../../../db/seeds/cinema/layouts.ts'
import { refusalOfSeats } from '../server/seat-rules.ts'
import { seatsOfSofa } from '../sofas.ts'

const layout = expandLayout(hallLayout('medium'))
const zoneIndex = (key: string) => layout.layout.zones.findIndex((zone) => zone.key === key)
const placesOf = (key: string) =>
  Array.from({ length: layout.placeCount }, (_, index) => index + 1).filter(
    (id) => layout.zone[id] === zoneIndex(key),
  )

function refusal(chosen: number[], taken: Readonly<Record<number, number>> = {}) {
  const states = createStates(layout.placeCount)
  for (const [placeId, state] of Object.entries(taken)) states[Number(placeId)] = state
  const answer = refusalOfSeats({
    layout,
    states,
    chosen: new Set(chosen),
    forbidsSingleSeats: true,
  })
  return answer && [answer.code, answer.detail?.['placeIds']]
}

describe('sofas', () => {
  const [left = 0, right = 0] = placesOf('sofa')
  test('are sold whole, and only their own seats belong to them', () => {
    expect(seatsOfSofa(layout, left)).toEqual([left, right])
    expect(refusal([left])).toEqual(['SofaNotWhole', [right]])
    expect(refusal([left, right])).toBeNull()
  })
  test('can be completed when the caller holds, or somebody bought, the other seat', () => {
    expect(refusal([left], { [right]: placeState.yours })).toBeNull()
    expect(refusal([left], { [right]: placeState.sold })).toBeNull()
  })
})

describe('companions', () => {
  const flagged = (flag: number) =>
    placesOf('standard').filter((id) => (layout.flags[id] ?? 0) & flag)
  const [wheelchair = 0] = flagged(seatFlagBit.accessible)
  const [companion = 0] = flagged(seatFlagBit.companion)
  test('require an adjacent wheelchair space of the same order', () => {
    expect(refusal([companion])).toEqual(['CompanionAlone', [companion]])
    expect(refusal([wheelchair, companion])).toBeNull()
    expect(refusal([companion], { [wheelchair]: placeState.yours })).toBeNull()
    expect(refusal([wheelchair])).toBeNull()
  })
})

describe('single gaps', () => {
  /** Second row: four, eight, four; the middle block begins with the fifth. */
  const first = (layout.rows[1]?.firstPlaceId ?? 0) + 4
  test('are refused when another choice avoids them', () => {
    expect(refusal([first + 1])).toEqual(['SingleSeatLeft', [first]])
    expect(refusal([first])).toBeNull()
    expect(refusal([first + 2, first + 3])).toBeNull()
  })
  test('are accepted when every choice leaves one', () => {
    const taken = Object.fromEntries([3, 4, 5, 6, 7].map((seat) => [first + seat, placeState.sold]))
    expect(refusal([first + 1, first + 2], taken)).toBeNull()
  })
})
