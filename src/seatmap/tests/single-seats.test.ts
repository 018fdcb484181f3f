/**
 * Goal: a choice is refused for a single seat exactly when the party could have sat elsewhere in that run of free
 * seats without leaving one. Method: properties over random rows, against an exhaustive search.
 */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createStates, isFree } from '../availability.ts'
import { avoidableSingleSeats, singleSeatsLeft, stretchesOf } from '../best.ts'
import { demoLayouts } from '../demo-layouts.ts'
import { expandLayout } from '../expand.ts'
import { nth } from './nth.ts'

const hall = expandLayout(demoLayouts.smallHall283())
const [from, to] = nth(stretchesOf(nth(hall.rows, 3)), 0)
const length = to - from

const taken = fc.array(fc.boolean(), { minLength: length, maxLength: length })
const wanted = fc.array(fc.boolean(), { minLength: length, maxLength: length })

/** The run of free seats around a place. */
function runAround(states: Uint8Array, placeId: number): number[] {
  const run = [placeId]
  for (let id = placeId - 1; id >= from && isFree(states[id]); id -= 1) run.unshift(id)
  for (let id = placeId + 1; id < to && isFree(states[id]); id += 1) run.push(id)
  return run
}

describe('single seats', () => {
  it('are reported only when the run had a better choice', () => {
    fc.assert(
      fc.property(taken, wanted, (isTaken, isWanted) => {
        const states = createStates(hall.placeCount)
        isTaken.forEach((value, index) => (states[from + index] = value ? 1 : 0))
        const chosen = new Set(
          isWanted.flatMap((value, index) =>
            value && isFree(states[from + index]) ? [from + index] : [],
          ),
        )
        const blamed = new Set(avoidableSingleSeats(hall, states, chosen))
        for (const alone of singleSeatsLeft(hall, states, chosen)) {
          const run = runAround(states, alone)
          const size = run.filter((id) => chosen.has(id)).length
          const hasBetter = run.slice(0, run.length - size + 1).some((_, index) => {
            const seats = new Set(run.slice(index, index + size))
            return singleSeatsLeft(hall, states, seats).length === 0
          })
          expect(blamed.has(alone)).toBe(hasBetter)
        }
        expect(blamed.isSubsetOf(new Set(singleSeatsLeft(hall, states, chosen)))).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it('reports a middle seat, and allows the last ones', () => {
    const states = createStates(hall.placeCount)
    expect(avoidableSingleSeats(hall, states, new Set([from + 1]))).toEqual([from])
    for (let id = from + 3; id < to; id += 1) states[id] = 1
    expect(avoidableSingleSeats(hall, states, new Set([from, from + 1]))).toEqual([])
    expect(avoidableSingleSeats(hall, states, new Set([from + 1]))).toEqual([from, from + 2])
    expect(avoidableSingleSeats(hall, states, new Set([from, from + 1, from + 2]))).toEqual([])
  })
})
