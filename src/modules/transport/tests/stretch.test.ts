/** Goal: a town with several stops is resolved to the same legs as in a search. Method: an example line. */
import { expect, test } from 'vitest'
import { legsBetween } from '../server/stretch.ts'

/** Two stops of one town, one stop without boarding, and the terminus. */
const stops = [
  { stopId: 1, pickup: true, dropOff: false },
  { stopId: 2, pickup: true, dropOff: true },
  { stopId: 3, pickup: false, dropOff: true },
  { stopId: 4, pickup: true, dropOff: true },
  { stopId: 5, pickup: false, dropOff: true },
].map(({ stopId, ...rest }) => ({ ...rest, stop: { stopId } }))

test('uses the last boarding stop of one town and the first alighting stop of the other', () => {
  const legs = (from: readonly number[] | null, to: readonly number[] | null) =>
    legsBetween(stops, from && new Set(from), to && new Set(to))
  expect(legs([1, 2], [4, 5])).toEqual({ legFrom: 1, legTo: 3 })
  expect(legs([2, 3], [3, 4, 5])).toEqual({ legFrom: 1, legTo: 2 })
  expect(legs([3], [4])).toBeNull()
  expect(legs([4], [1, 2])).toBeNull()
  expect(legs(null, [2])).toEqual({ legFrom: 0, legTo: 1 })
  expect(legs([4], null)).toEqual({ legFrom: 3, legTo: 4 })
  expect(legs(null, null)).toEqual({ legFrom: 0, legTo: 4 })
})
