/**
 * Goal: best places match every request: price, section, wheelchair space, and alternatives. Method: the demo's
 * theatre, individual requests, and random sold states for all of them.
 */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createStates, isFree } from '../availability.ts'
import { chooseBest } from '../best.ts'
import { demoLayouts } from '../demo-layouts.ts'
import { expandLayout } from '../expand.ts'
import { seatFlagBit } from '../layout.ts'

const hall = expandLayout(demoLayouts.theatre())
const { zones, sections } = hall.layout
/** The most expensive zone first, each next one ten lari less. */
const zonePrices = new Map(zones.map(({ key }, index) => [key, 10_000 - index * 1_000]))
const request = {
  expanded: hall,
  states: createStates(hall.placeCount),
  zonePrices,
  quantity: 2,
  together: true,
}
const priceOf = (placeId: number) => zonePrices.get(zones[hall.zone[placeId] ?? 0]?.key ?? '') ?? 0
const hasFlag = (placeId: number, flag: keyof typeof seatFlagBit) =>
  ((hall.flags[placeId] ?? 0) & seatFlagBit[flag]) !== 0

describe('requests', () => {
  it('respects a price range', () => {
    const placeIds = chooseBest({ ...request, priceMinorMin: 8_000, priceMinorMax: 9_000 })
    expect(placeIds).toHaveLength(2)
    for (const placeId of placeIds) expect([8_000, 9_000]).toContain(priceOf(placeId))
  })

  it('respects sections', () => {
    const wanted = sections.at(-1)
    const placeIds = chooseBest({ ...request, sectionIds: new Set([wanted?.id ?? 0]) })
    expect(placeIds).toHaveLength(2)
    for (const placeId of placeIds) expect(sections[hall.section[placeId] ?? 0]).toBe(wanted)
  })

  it('suggests alternatives until none is left, and no place twice', () => {
    const section = sections.at(-1)
    const passedOver = new Set<number>()
    const only = { ...request, sectionIds: new Set([section?.id ?? 0]) }
    for (let turn = 0; turn < 1_000; turn += 1) {
      const placeIds = chooseBest({ ...only, passedOver })
      if (placeIds.length === 0) break
      for (const placeId of placeIds) {
        expect(passedOver.has(placeId)).toBe(false)
        passedOver.add(placeId)
      }
    }
    expect(passedOver.size).toBeGreaterThan(20)
    expect(chooseBest({ ...only, passedOver })).toEqual([])
  })

  it('chooses a wheelchair space next to the party on request only', () => {
    const spaces = Array.from({ length: hall.placeCount }, (_, index) => index + 1).filter(
      (placeId) => hasFlag(placeId, 'accessible'),
    )
    expect(spaces.length).toBeGreaterThan(0)
    for (const quantity of [1, 2]) {
      const placeIds = chooseBest({ ...request, quantity, accessible: true })
      expect(placeIds).toHaveLength(quantity)
      expect(placeIds.filter((placeId) => hasFlag(placeId, 'accessible'))).toHaveLength(1)
      if (quantity === 2) expect((placeIds[1] ?? 0) - (placeIds[0] ?? 0)).toBe(1)
    }
    const states = createStates(hall.placeCount).fill(1)
    for (const placeId of spaces) states[placeId] = 0
    expect(chooseBest({ ...request, states, quantity: 1 })).toEqual([])
    expect(chooseBest({ ...request, states, quantity: 1, accessible: true })).toHaveLength(1)
  })

  it('splits a party that does not fit beside the wheelchair space, when it may', () => {
    const all = chooseBest({ ...request, quantity: 12, accessible: true, together: false })
    expect(new Set(all).size).toBe(12)
    expect(all.some((placeId) => hasFlag(placeId, 'accessible'))).toBe(true)
  })

  it('never suggests taken, too expensive, passed over or reserved places', () => {
    const sold = fc.array(fc.boolean(), { minLength: 3, maxLength: 61 })
    const input = fc.record({
      sold,
      quantity: fc.integer({ min: 1, max: 6 }),
      accessible: fc.boolean(),
      together: fc.boolean(),
      priceMinorMax: fc.integer({ min: 5_000, max: 11_000 }),
      passed: fc.integer({ min: 2, max: 9 }),
    })
    fc.assert(
      fc.property(input, ({ sold: pattern, passed, ...rest }) => {
        const states = createStates(hall.placeCount).map((_, placeId) =>
          placeId > 0 && pattern[placeId % pattern.length] ? 1 : 0,
        )
        const passedOver = new Set(
          Array.from({ length: hall.placeCount }, (_, index) => index + 1).filter(
            (placeId) => placeId % passed === 0,
          ),
        )
        const placeIds = chooseBest({ ...request, ...rest, states, passedOver })
        expect([0, rest.quantity]).toContain(new Set(placeIds).size)
        for (const placeId of placeIds) {
          expect(isFree(states[placeId])).toBe(true)
          expect(passedOver.has(placeId)).toBe(false)
          expect(priceOf(placeId)).toBeLessThanOrEqual(rest.priceMinorMax)
          if (!rest.accessible) expect((hall.flags[placeId] ?? 0) & 3).toBe(0)
        }
        if (rest.accessible && placeIds.length > 0)
          expect(placeIds.some((placeId) => hasFlag(placeId, 'accessible'))).toBe(true)
      }),
    )
  })
})
