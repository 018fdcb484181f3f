/**
 * Goal: decoding restores the encoded states, the encoding is small, and invalid text is refused. Method:
 * properties over random states; a stadium half sold at random as the worst case of size.
 */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  createStates,
  decodeAvailability,
  encodeAvailability,
  encodeHeld,
  placeState,
  readSnapshot,
  yoursOf,
} from '../availability.ts'

function statesOf(values: readonly number[]): Uint8Array {
  const states = createStates(values.length)
  states.set(values, 1)
  return states
}

describe('the encoding', () => {
  it('round-trips every array of states', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 600 }), (values) => {
        expect([...decodeAvailability(encodeAvailability(statesOf(values)))]).toEqual([
          0,
          ...values,
        ])
      }),
    )
  })

  it('round-trips long runs', () => {
    const run = fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 1, max: 3_000 }))
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
      states[placeId] = dice < 10 ? placeState.refunded : dice < 500 ? placeState.sold : 0
    }
    expect(encodeAvailability(states).length).toBeLessThan(12_000)
    expect(decodeAvailability(encodeAvailability(states))).toEqual(states)
  })

  it('round-trips held places beside the specification’s numbers', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 600 }), (values) => {
        const states = statesOf(values)
        const places = encodeAvailability(states)
        expect(decodeAvailability(places).every((status) => status <= 3)).toBe(true)
        const told = { places, held: encodeHeld(states), yours: yoursOf(states), pools: [] }
        expect(readSnapshot(told).states).toEqual(states)
      }),
    )
  })

  it('keeps a stadium small in the middle of a rush', () => {
    const states = createStates(54_202)
    for (let placeId = 1; placeId < states.length; placeId += 1)
      states[placeId] = [0, 3, 4, 0, 4, 1, 4, 3][(placeId * 7 + (placeId >> 3)) % 8] ?? 0
    expect(encodeAvailability(states).length).toBeLessThan(18_100)
    expect(encodeHeld(states).length).toBeLessThan(9_100)
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
    'd8.A',
    'd8.AAAA',
    'r99999999.AA',
  ])('refuses %j', (text) => expect(() => decodeAvailability(text)).toThrow(RangeError))

  it('refuses invalid text, and always terminates', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[rbd][0-9]{1,4}\.[\w-]{0,40}$/), (text) => {
        try {
          expect(decodeAvailability(text).every((state) => state <= 3)).toBe(true)
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError)
        }
      }),
    )
  })
})
