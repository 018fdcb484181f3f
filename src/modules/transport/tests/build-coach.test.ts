/** Goal: coaches drawn from rows can be sold as they are, however they are combined. Method: the pure functions. */
import { expect, test } from 'vitest'
import { draftProblems } from '#modules/timetable/vehicle-shapes.ts'
import {
  addRows,
  emptyCoach,
  presetCoach,
  presetNames,
  seatRows,
} from '../web/office/build-coach.ts'

const named = { ka: 'ა', en: 'a' }
const problemsOf = (...coaches: ReturnType<typeof emptyCoach>[]) =>
  draftProblems({ coaches }, ['standard', 'first'])

test.each([
  ['coach-2-2', 48],
  ['coach-2-1', 32],
  ['minibus-18', 18],
  ['minibus-20', 20],
  ['open-coach', 67],
  ['compartments', 36],
] as const)('%s has %i places, none of them wrong', (preset, places) => {
  const coach = presetCoach(preset, { number: 1, classCode: 'standard', isRail: true })
  expect(coach.seats).toHaveLength(places)
  expect(problemsOf(coach)).toEqual([])
})

test('every preset is tested', () => {
  expect(presetNames).toHaveLength(6)
})

test('seats are named by number through the coach, or by row and letter without the aisle', () => {
  const plan = { ...seatRows, rows: 2, classCode: 'standard' }
  const numbers = addRows({ ...emptyCoach(1, false), name: named }, [], plan)
  expect(numbers.seats.map(({ label }) => label)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8'])
  expect(numbers.seats.map(({ y }) => y)).toEqual([0, 1, 3, 4, 0, 1, 3, 4])
  const lettered = addRows(emptyCoach(1, false), [], { ...plan, right: 1, naming: 'letters' })
  expect(lettered.seats.map(({ label }) => label)).toEqual(['1A', '1B', '1C', '2A', '2B', '2C'])
  expect(lettered.seats[0]?.attributes).toEqual(['window'])
  expect(lettered.seats[1]?.attributes).toEqual(['aisle'])
  expect(lettered.seats[2]?.attributes).toEqual(['window', 'aisle'])
})

test('further rows and the upper deck continue the numbers; special spaces keep theirs apart', () => {
  const plan = { ...seatRows, rows: 2, classCode: 'standard', wheelchairs: 1, bicycles: 1 }
  const first = addRows(emptyCoach(1, true), [], plan)
  const both = addRows(first, [], { ...plan, classCode: 'first', isFacing: true })
  expect(new Set(both.seats.map(({ classCode }) => classCode))).toEqual(
    new Set(['standard', 'first']),
  )
  const upper = addRows({ ...emptyCoach(1, true), deck: 2 }, both.seats, plan)
  expect(problemsOf({ ...both, deck: 1 }, upper)).toEqual([])
  expect(both.marks.filter(({ kind }) => kind === 'door')).toHaveLength(2)
  const facing = both.seats.filter(({ attributes }) => attributes.includes('table'))
  expect(facing.map((seat) => seat.facing)).toEqual([1, 1, 1, 1, -1, -1, -1, -1])
})
