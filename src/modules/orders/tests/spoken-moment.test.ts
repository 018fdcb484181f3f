import { expect, it } from 'vitest'
import { spokenMoment } from '../web/spoken-moment.ts'

const ms = (minutes: number, seconds = 0) => (minutes * 60 + seconds) * 1_000

it.each([
  // Opened with 8:02 on the clock.
  [ms(8, 2), ms(8, 2), 'minutes', 8],
  [ms(8, 2), ms(7, 30), 'minutes', 8],
  [ms(8, 2), ms(5, 1), 'minutes', 8],
  [ms(8, 2), ms(5), 'minutes', 5],
  [ms(8, 2), ms(2), 'minutes', 2],
  [ms(8, 2), ms(0, 59), 'minutes', 1],
  [ms(8, 2), ms(0, 30), 'seconds', 30],
  // Opened at the beginning and near the end.
  [ms(15), ms(15), 'minutes', 15],
  [ms(15), ms(10), 'minutes', 10],
  [ms(10), ms(10), 'minutes', 10],
  [ms(0, 45), ms(0, 45), 'seconds', 45],
  [ms(0, 45), ms(0, 29), 'seconds', 30],
])('opened with %i ms, at %i ms: %s %i', (first, left, unit, count) => {
  expect(spokenMoment(first, left)).toEqual({ unit, count })
})
