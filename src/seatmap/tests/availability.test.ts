/**
 * Goal: what is encoded is what is decoded, small, and nothing else is accepted.
 * Method: properties over random states; a stadium half sold at random as the worst case of size.
 */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  createStates,
  decodeAvailability,
  encodeAvailability,
  placeState,
  readSnapshot,
  summariseSections,
} from '../availability.ts'
import { demoLayouts } from '../demo-layouts.ts'
import { expandLayout } from '../expand.ts'
import { nth } from './nth.ts'

function statesOf(values: readonly number[]): Uint8Array {
  const states = createStates(values.length)
  states.set(values, 1)
  return states
}

describe('the encoding', () => {
  it('gives back every array of states', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 600 }), (values) => {
        expect([...decodeAvailability(encodeAvailability(statesOf(values)))]).toEqual([
          0,
          ...values,
        ])
      }),
    )
  })

  it('gives back long runs', () => {
    const run = fc.tuple(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 1, max: 3_000 }))
    fc.assert(
      fc.property(fc.array(run, { maxLength: 8 }), (runs) => {
        const values = runs.flatMap(([state, length]) => Array.from({ length }, () => state))
        expect([...decodeAvailability(encodeAvailability(statesOf(values)))]).toEqual([
          0,
          ...values,
        ])
      }),
      { numRuns: 40 },
    )
  })

  it('keeps a stadium small, empty or half sold at random', () => {
    const states = createStates(54_202)
    expect(encodeAvailability(states).length).toBeLessThan(16)
    let seed = 20_260_101
    for (let placeId = 1; placeId < states.length; placeId += 1) {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff
      const dice = (seed >>> 8) % 1_000
      states[placeId] = dice < 10 ? placeState.resale : dice < 500 ? placeState.taken : 0
    }
    expect(encodeAvailability(states).length).toBeLessThan(12_000)
    expect(decodeAvailability(encodeAvailability(states))).toEqual(states)
  })

  it.each([
    '',
    'x5.AA',
    'r5',
    'r5.',
    'r5.!!',
    'b9.A',
    'r5.__',
    'r2.AAAA',
    'b8.AAAA',
    'r99999999.AA',
  ])('refuses %j', (text) => expect(() => decodeAvailability(text)).toThrow(RangeError))

  it('refuses anything it did not write, and never hangs', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[rb][0-9]{1,4}\.[\w-]{0,40}$/), (text) => {
        try {
          expect(decodeAvailability(text).every((state) => state <= 4)).toBe(true)
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError)
        }
      }),
    )
  })
})

describe('summariseSections', () => {
  it('counts what is free and finds the lowest price, pools too', () => {
    const expanded = expandLayout(demoLayouts.arena())
    const states = createStates(expanded.placeCount)
    const first = nth(expanded.sectionRows, 2).map((index) => nth(expanded.rows, index))
    for (const row of first) states.fill(1, row.firstPlaceId, row.firstPlaceId + row.count)
    states[nth(first, 0).firstPlaceId] = placeState.resale
    const snapshot = { places: encodeAvailability(states), pools: [{ poolId: 1, left: 7 }] }
    const prices = new Map([
      ['fan', 9_000],
      ['near', 5_000],
    ])
    const summaries = summariseSections(expanded, readSnapshot(snapshot), prices)
    expect(summaries[0]).toMatchObject({ free: 7, total: 1_500, priceMinorMin: 9_000 })
    expect(summaries[1]).toMatchObject({ free: 0, priceMinorMin: undefined })
    expect(summaries[2]).toMatchObject({ free: 1, priceMinorMin: 5_000 })
    const seats = summaries.slice(2).reduce((sum, { total }) => sum + total, 0)
    expect(seats).toBe(6_000)
  })
})
