/**
 * Goal: the best places are free, affordable, adjacent and leave no single seat if possible. Method: properties
 * over random sold states of a theatre, against an exhaustive search.
 */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createStates, isFree } from '../availability.ts'
import { chooseBest, singleSeatsLeft, stretchesOf } from '../best.ts'
import { demoLayouts } from '../demo-layouts.ts'
import { expandLayout, type ExpandedLayout } from '../expand.ts'
import { nth } from './nth.ts'

const hall = expandLayout(demoLayouts.smallHall283())
const prices = new Map([
  ['front', 6_000],
  ['rear', 4_000],
])

function soldAtRandom(expanded: ExpandedLayout, sold: readonly boolean[]): Uint8Array {
  const states = createStates(expanded.placeCount)
  for (let placeId = 1; placeId <= expanded.placeCount; placeId += 1)
    states[placeId] = sold[placeId % sold.length] === true ? 1 : 0
  return states
}

/** Every run of `quantity` adjacent available places, by exhaustive search. */
function everyChoice(expanded: ExpandedLayout, states: Uint8Array, quantity: number): number[][] {
  const found: number[][] = []
  for (const row of expanded.rows)
    for (const [from, to] of stretchesOf(row))
      for (let first = from; first + quantity <= to; first += 1) {
        const ids = Array.from({ length: quantity }, (_, index) => first + index)
        if (ids.every((id) => isFree(states[id]) && ((expanded.flags[id] ?? 0) & 3) === 0))
          found.push(ids)
      }
  return found
}

const soldPattern = fc.array(fc.boolean(), { minLength: 3, maxLength: 97 })
const party = fc.integer({ min: 1, max: 8 })

describe('chooseBest', () => {
  it('finds adjacent places whenever they exist, and avoids single seats if possible', () => {
    fc.assert(
      fc.property(soldPattern, party, (sold, quantity) => {
        const states = soldAtRandom(hall, sold)
        const chosen = chooseBest({
          expanded: hall,
          states,
          zonePrices: prices,
          quantity,
          together: true,
        })
        const choices = everyChoice(hall, states, quantity)
        if (choices.length === 0) {
          expect(chosen).toEqual([])
          return
        }
        expect(choices).toContainEqual(chosen)
        const kind = choices.some((ids) => singleSeatsLeft(hall, states, new Set(ids)).length === 0)
        if (kind) expect(singleSeatsLeft(hall, states, new Set(chosen))).toEqual([])
      }),
      { numRuns: 150 },
    )
  })

  it('splits a party that may be separated instead of refusing it', () => {
    fc.assert(
      fc.property(soldPattern, party, (sold, quantity) => {
        const states = soldAtRandom(hall, sold)
        const chosen = chooseBest({
          expanded: hall,
          states,
          zonePrices: prices,
          quantity,
          together: false,
        })
        const singles = everyChoice(hall, states, 1).length
        expect(chosen.length).toBe(singles >= quantity ? quantity : 0)
        expect(new Set(chosen).size).toBe(chosen.length)
        expect(chosen.every((id) => isFree(states[id]))).toBe(true)
      }),
      { numRuns: 100 },
    )
  })

  it('chooses the middle of the front row in an empty hall', () => {
    const states = createStates(hall.placeCount)
    const chosen = chooseBest({
      expanded: hall,
      states,
      zonePrices: prices,
      quantity: 2,
      together: true,
    })
    expect(chosen.map((id) => nth(hall.rows, nth(hall.row, id)).label)).toEqual(['1', '1'])
    expect(Math.abs(nth(hall.x, nth(chosen, 0)) - hall.layout.focalPoint.x)).toBeLessThan(12)
  })

  it('respects the requested price and zones', () => {
    const states = createStates(hall.placeCount)
    const request = { expanded: hall, states, zonePrices: prices, quantity: 3, together: true }
    const cheap = chooseBest({ ...request, priceMinorMax: 4_500 })
    expect(cheap.map((id) => nth(hall.layout.zones, nth(hall.zone, id)).key)).toEqual([
      'rear',
      'rear',
      'rear',
    ])
    expect(chooseBest({ ...request, priceMinorMax: 100 })).toEqual([])
    expect(chooseBest({ ...request, zoneKeys: new Set(['rear']) })).toEqual(cheap)
    expect(chooseBest({ ...request, zonePrices: new Map() })).toEqual([])
  })

  it.each([0, -1, 1.5, 1e9, Number.NaN])('returns nothing for %d places', (quantity) => {
    const states = createStates(hall.placeCount)
    const request = { expanded: hall, states, zonePrices: prices, quantity, together: false }
    expect(chooseBest(request)).toEqual([])
  })

  it('seats a party of six at one table', () => {
    const tables = expandLayout(demoLayouts.tableHall())
    const states = createStates(tables.placeCount)
    states[nth(tables.rows, 3).firstPlaceId] = 1
    const zonePrices = new Map(tables.layout.zones.map((zone) => [zone.key, 1_000]))
    const chosen = chooseBest({ expanded: tables, states, zonePrices, quantity: 6, together: true })
    expect(new Set(chosen.map((id) => tables.row[id])).size).toBe(1)
    expect(tables.row[nth(chosen, 0)]).not.toBe(3)
  })
})
