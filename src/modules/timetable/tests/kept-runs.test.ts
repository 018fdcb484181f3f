/** Goal: a passenger of several legs is one place in the report of an import. Method: the use of places by leg. */
import { expect, test } from 'vitest'
import { placesTaken } from '../server/runs/carry-runs.ts'

test('places are counted once, however many legs are sold or held', () => {
  expect(placesTaken({ taken: [0b1111n, 0n, 0b0010n] })).toBe(2)
  expect(placesTaken(undefined)).toBe(0)
})
