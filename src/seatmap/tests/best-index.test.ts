/**
 * Goal: choices from the index equal those of a search through the whole hall after any changes. Method: random
 * changes and requests on small halls and at tables, each compared with `chooseBest`; adjacent places compared with
 * an exhaustive search.
 */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createStates, isFree } from '../availability.ts'
import { chooseBest } from '../best.ts'
import { BestIndex } from '../best-index.ts'
import { demoLayouts } from '../demo-layouts.ts'
import { expandLayout, type ExpandedLayout } from '../expand.ts'

const halls = {
  theatre: expandLayout(demoLayouts.theatre()),
  tables: expandLayout(demoLayouts.restaurant()),
}

function zonePricesOf(hall: ExpandedLayout): Map<string, number> {
  return new Map(hall.layout.zones.map(({ key }, index) => [key, 10_000 - index * 1_000]))
}

const request = fc.record({
  quantity: fc.integer({ min: 1, max: 7 }),
  together: fc.boolean(),
  accessible: fc.boolean(),
  priceMinorMax: fc.option(fc.integer({ min: 5_000, max: 11_000 }), { nil: undefined }),
  section: fc.option(fc.nat(20), { nil: undefined }),
  hidden: fc.option(fc.integer({ min: 2, max: 9 }), { nil: undefined }),
})
const change = fc.record({ from: fc.nat(2_000), count: fc.nat(60), state: fc.nat(4) })
const step = fc.oneof(
  { weight: 2, arbitrary: change.map((value) => ({ change: value })) },
  { weight: 1, arbitrary: request.map((value) => ({ request: value })) },
)

describe('the index of best places', () => {
  it.each(Object.entries(halls))('chooses in a %s as a search would', (_name, hall) => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 5, maxLength: 40 }), (steps) => {
        const index = new BestIndex(hall)
        const states = createStates(hall.placeCount)
        for (let placeId = 1; placeId <= hall.placeCount; placeId += 1) index.set(placeId, 0)
        for (const each of steps) {
          if ('change' in each) {
            const { from, count, state } = each.change
            for (let at = from; at < from + count; at += 1) {
              const placeId = (at % hall.placeCount) + 1
              states[placeId] = state
              index.set(placeId, state)
            }
            continue
          }
          const { section, hidden, ...rest } = each.request
          const sectionId = hall.layout.sections[(section ?? 0) % hall.layout.sections.length]?.id
          const shared = {
            ...rest,
            zonePrices: zonePricesOf(hall),
            ...(section === undefined ? {} : { sectionIds: new Set([sectionId ?? 0]) }),
          }
          const isHidden = (placeId: number) => hidden !== undefined && placeId % hidden === 0
          const seen = states.map((state, placeId) => (isHidden(placeId) ? 4 : state))
          expect(
            index.choose({
              ...shared,
              ...(hidden === undefined ? {} : { hidden: { key: `${hidden}`, isHidden } }),
            }),
          ).toEqual(chooseBest({ ...shared, expanded: hall, states: seen }))
        }
      }),
      { numRuns: 60 },
    )
  })

  it('finds adjacent places whenever they exist', () => {
    // Exhaustive: some stretch of the theatre has this many adjacent free ordinary seats.
    const hall = halls.theatre
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 3, maxLength: 97 }), (sold) => {
        const index = new BestIndex(hall)
        const isOpen = (placeId: number) =>
          sold[placeId % sold.length] === false && ((hall.flags[placeId] ?? 0) & 3) === 0
        for (let placeId = 1; placeId <= hall.placeCount; placeId += 1)
          index.set(placeId, sold[placeId % sold.length] === false ? 0 : 1)
        for (const quantity of [1, 2, 3, 4]) {
          const fits = hall.rows.some((row) => {
            let run = 0
            for (let at = 0; at < row.count; at += 1) {
              run = isOpen(row.firstPlaceId + at) ? run + 1 : 0
              if (run >= quantity) return true
              if (row.breaks.includes(at)) run = 0
            }
            return false
          })
          const found = index.choose({
            zonePrices: zonePricesOf(hall),
            quantity,
            together: true,
          })
          expect(found.length).toBe(fits ? quantity : 0)
        }
      }),
    )
  })

  it('returns the next best choices on request, none of a worse kind', () => {
    const index = new BestIndex(halls.theatre)
    for (let placeId = 1; placeId <= halls.theatre.placeCount; placeId += 1) index.set(placeId, 0)
    const shared = { zonePrices: zonePricesOf(halls.theatre), quantity: 2, together: true }
    const choices = Array.from({ length: 10 }, (_, nth) => index.choose({ ...shared, nth }))
    expect(new Set(choices.map(String)).size).toBe(10)
    expect(choices[0]).toEqual(index.choose(shared))
    expect(index.choose({ ...shared, nth: 1_000_000 })).toHaveLength(2)
    expect(choices.flat().every((placeId) => isFree(index.stateOf(placeId)))).toBe(true)
  })
})
