/**
 * Goal: places and counts reflect the last change, however changes arrive: one by one, in one frame, twice, late,
 * or as a snapshot; own places remain the viewer's; a filter only hides. Method: random histories compared with a
 * complete recount.
 */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createStates, isFree, placeState, type Availability } from '../availability.ts'
import { demoLayouts } from '../demo-layouts.ts'
import { expandLayout } from '../expand.ts'
import { filterOf, hasFilters } from '../filter.ts'
import { seatFlagBit } from '../layout.ts'
import { createLiveAvailability, type AvailabilityUpdate } from '../live.ts'
import { nth } from './nth.ts'

const hall = expandLayout(demoLayouts.theatre())
const prices = new Map(hall.layout.zones.map(({ key }, index) => [key, 9_000 - index * 1_000]))

function allFree(expanded = hall): Availability {
  return { states: createStates(expanded.placeCount), pools: new Map() }
}

/** Free places of each section with their lowest price, counted directly. */
function recounted(states: Uint8Array, leftOut: (placeId: number) => boolean = () => false) {
  return hall.layout.sections.map((_, section) => {
    let free = 0
    let lowest = Infinity
    for (let placeId = 1; placeId <= hall.placeCount; placeId += 1) {
      if (hall.section[placeId] !== section || !isFree(states[placeId]) || leftOut(placeId))
        continue
      free += 1
      const zone = hall.layout.zones[hall.zone[placeId] ?? 0]
      lowest = Math.min(lowest, prices.get(zone?.key ?? '') ?? Infinity)
    }
    return { free, priceMinorMin: Number.isFinite(lowest) ? lowest : undefined }
  })
}

const placeId = fc.integer({ min: 1, max: hall.placeCount })
const change = fc.array(fc.tuple(placeId, fc.constantFrom(0, 1, 3, 4)), { maxLength: 40 })
const histories = fc.array(change, { minLength: 1, maxLength: 12 })

describe('merging', () => {
  it('ends in the final state, with correct counts', () => {
    fc.assert(
      fc.property(histories, fc.boolean(), (history, isGathered) => {
        const frames: (() => void)[] = []
        const live = createLiveAvailability(hall, allFree(), (flush) =>
          isGathered ? frames.push(flush) : flush(),
        )
        const expected = createStates(hall.placeCount)
        for (const [index, pairs] of history.entries()) {
          live.merge({ sequence: index + 1, places: pairs.flat(), pools: [] })
          for (const [id, state] of pairs) expected[id] = state
        }
        // Any number of changes requests one frame.
        if (isGathered) expect(frames).toHaveLength(1)
        for (const flush of frames) flush()
        expect(live.states).toEqual(expected)
        expect(live.summaries(prices)).toMatchObject(recounted(expected))
      }),
    )
  })

  it('reports exactly the visible differences', () => {
    const live = createLiveAvailability(hall, allFree())
    const heard: AvailabilityUpdate[] = []
    live.subscribe((update) => heard.push(update))
    live.merge({ places: [5, placeState.sold, 9, placeState.free], pools: [] })
    expect(heard).toEqual([{ placeIds: [5], sections: new Set([hall.section[5]]), isWhole: false }])
    live.merge({ places: [5, placeState.sold], pools: [] })
    expect(heard).toHaveLength(1)
  })

  it('ignores old changes and unknown places', () => {
    const live = createLiveAvailability(hall, allFree())
    live.merge({ sequence: 7, places: [1, 1], pools: [] })
    live.merge({ sequence: 7, places: [1, 0], pools: [] })
    live.merge({ sequence: 6, places: [2, 1], pools: [] })
    live.merge({ sequence: 8, places: [0, 1, -3, 1, hall.placeCount + 1, 1, 3], pools: [] })
    expect([...live.states.subarray(0, 4)]).toEqual([0, 1, 0, 0])
    expect(live.sequence).toBe(8)
  })

  it('replaces everything and reports only the differences', () => {
    const live = createLiveAvailability(hall, allFree())
    const heard: AvailabilityUpdate[] = []
    live.subscribe((update) => heard.push(update))
    const next = allFree()
    next.states[12] = placeState.refunded
    live.replace(next, 40)
    expect(heard.map(({ placeIds }) => placeIds)).toEqual([[12]])
    expect(live.sequence).toBe(40)
    live.replace({ states: new Uint8Array(3), pools: new Map() })
    expect(live.states).toEqual(next.states)
  })

  it('keeps the viewer’s own places although they are publicly taken', () => {
    const live = createLiveAvailability(hall, allFree())
    live.setOwn([4])
    live.merge({ places: [4, placeState.sold], pools: [] })
    expect(live.states[4]).toBe(placeState.yours)
    live.setOwn([])
    expect(live.states[4]).toBe(placeState.sold)
    expect(live.summaries(prices)).toMatchObject(recounted(live.states))
  })

  it('counts areas by their remaining places', () => {
    const arena = expandLayout(demoLayouts.arena())
    const live = createLiveAvailability(arena, { ...allFree(arena), pools: new Map([[1, 7]]) })
    const arenaPrices = new Map([
      ['fan', 9_000],
      ['near', 5_000],
    ])
    expect(nth(live.summaries(arenaPrices), 0)).toMatchObject({
      free: 7,
      total: 1_500,
      priceMinorMin: 9_000,
    })
    live.merge({ places: [], pools: [{ poolId: 1, left: 0 }] })
    expect(nth(live.summaries(arenaPrices), 0)).toMatchObject({ free: 0, priceMinorMin: undefined })
  })
})

describe('filters', () => {
  const zoneKeys = hall.layout.zones.map(({ key }) => key)
  const filters = fc.record(
    {
      priceMinorMin: fc.integer({ min: 4_000, max: 9_000 }),
      priceMinorMax: fc.integer({ min: 4_000, max: 9_000 }),
      zoneKeys: fc.subarray(zoneKeys).map((keys) => new Set(keys)),
      accessibleOnly: fc.boolean(),
      resaleOnly: fc.boolean(),
      clearViewOnly: fc.boolean(),
    },
    { requiredKeys: [] },
  )

  it('includes exactly the places that match every filter, and updates counts', () => {
    fc.assert(
      fc.property(filters, change, (requested, pairs) => {
        const live = createLiveAvailability(hall, allFree())
        live.merge({ places: pairs.flat(), pools: [] })
        live.setFilter(filterOf(hall, live.states, prices, requested))
        for (let id = 1; id <= hall.placeCount; id += 1) {
          const key = zoneKeys[hall.zone[id] ?? 0] ?? ''
          const price = prices.get(key) ?? 0
          const flags = hall.flags[id] ?? 0
          const isIn =
            price >= (requested.priceMinorMin ?? 0) &&
            price <= (requested.priceMinorMax ?? Infinity) &&
            (requested.zoneKeys?.has(key) ?? true) &&
            (!requested.accessibleOnly ||
              (flags & (seatFlagBit.accessible | seatFlagBit.companion)) !== 0) &&
            (!requested.resaleOnly || live.states[id] === placeState.refunded) &&
            (!requested.clearViewOnly || (flags & seatFlagBit.obstructed) === 0)
          expect(live.isLeftOut(id)).toBe(!isIn)
          expect(live.isOpen(id)).toBe(isIn && isFree(live.states[id]))
        }
        expect(live.summaries(prices)).toMatchObject(
          recounted(live.states, (id) => live.isLeftOut(id)),
        )
      }),
      { numRuns: 40 },
    )
  })

  it('returns no filter when nothing is filtered', () => {
    expect(hasFilters({ accessibleOnly: false })).toBe(false)
    expect(filterOf(hall, createStates(hall.placeCount), prices, {})).toBeNull()
  })

  it('excludes areas of other zones, and all areas for wheelchair spaces', () => {
    const arena = expandLayout(demoLayouts.arena())
    const states = createStates(arena.placeCount)
    const arenaPrices = new Map([
      ['fan', 9_000],
      ['near', 5_000],
    ])
    const areasFor = (requested: Parameters<typeof filterOf>[3]) =>
      filterOf(arena, states, arenaPrices, requested)?.areas.has(0)
    expect(areasFor({ priceMinorMax: 9_000 })).toBe(false)
    expect(areasFor({ priceMinorMax: 8_999 })).toBe(true)
    expect(areasFor({ accessibleOnly: true })).toBe(true)
  })
})
