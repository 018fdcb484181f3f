/** Goal: each mistake in a drawn vehicle is found, and none in a right one. Method: the pure function, one mistake each. */
import { expect, test } from 'vitest'
import { draftProblems, vehicleBounds, type DraftCoach, type DraftSeat } from '../vehicle-shapes.ts'

const seat = (label: string, x: number, more: Partial<DraftSeat> = {}): DraftSeat => ({
  label,
  classCode: 'standard',
  x,
  y: 0,
  facing: 1,
  attributes: [],
  ...more,
})

const coach = (seats: DraftSeat[], more: Partial<DraftCoach> = {}): DraftCoach => ({
  number: 1,
  deck: 0,
  name: { ka: 'ვაგონი 1', en: 'Coach 1' },
  width: 10,
  height: 2,
  marks: [],
  seats,
  ...more,
})

const problemsOf = (...coaches: DraftCoach[]) => draftProblems({ coaches }, ['standard'])

test('a right vehicle has no problems, also with two decks and at its bounds', () => {
  expect(problemsOf(coach([seat('1', 0), seat('2', 9)]))).toEqual([])
  const lower = coach([seat('1', 0)], { deck: 1 })
  expect(problemsOf(lower, coach([seat('2', 0)], { deck: 2 }))).toEqual([])
  const most = Array.from({ length: vehicleBounds.seats }, (_, at) => seat(String(at), at))
  expect(problemsOf(coach(most, { width: vehicleBounds.seats }))).toEqual([])
})

test.each(['keptBack', 'bicycle', 'companion'] as const)(
  'a vehicle of %s places alone sells nothing',
  (attribute) => {
    const problems = problemsOf(coach([seat('1', 0, { attributes: [attribute] })]))
    expect(problems).toEqual([{ code: 'VehicleWithoutSeats' }])
  },
)

test('one seat above the bound is too many', () => {
  const { seats } = vehicleBounds
  const many = Array.from({ length: seats + 1 }, (_, at) => seat(String(at), at))
  expect(problemsOf(coach(many, { width: seats + 1 }))).toEqual([
    { code: 'VehicleTooLarge', detail: { most: seats } },
  ])
})

test('a number of a coach occurs once on each deck', () => {
  expect(problemsOf(coach([seat('1', 0)]), coach([seat('2', 0)]))).toEqual([
    { code: 'CoachTwice', detail: { coach: 1 } },
  ])
})

test('every class is one of the carrier’s', () => {
  const problems = problemsOf(coach([seat('1', 0), seat('2', 1, { classCode: 'royal' })]))
  expect(problems).toEqual([{ code: 'TravelClassUnknown', detail: { classes: ['royal'] } }])
})

test('a label occurs once in a coach, whatever its decks, and may occur in another', () => {
  const lower = coach([seat('1', 0)], { deck: 1 })
  const upper = coach([seat('1', 0)], { deck: 2 })
  expect(problemsOf(lower, upper)).toEqual([
    { code: 'SeatLabelTwice', detail: { coach: 1, seats: ['1'] } },
  ])
  expect(problemsOf(coach([seat('1', 0)]), coach([seat('1', 0)], { number: 2 }))).toEqual([])
})

test.each([
  ['length', { x: 10 }],
  ['breadth', { y: 2 }],
])('a seat beyond the %s of its coach is outside', (_, at) => {
  expect(problemsOf(coach([seat('1', 0), seat('2', 1, at)]))).toEqual([
    { code: 'SeatOutsideCoach', detail: { coach: 1, seats: ['2'] } },
  ])
})

test('two seats are not in one place', () => {
  expect(problemsOf(coach([seat('1', 3), seat('2', 3)]))).toEqual([
    { code: 'SeatsOverlap', detail: { coach: 1, seats: ['2'] } },
  ])
})
