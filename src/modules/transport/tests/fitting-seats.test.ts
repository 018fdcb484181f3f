/** Goal: a page offers only seats that the sale accepts for the passenger. Method: one coach with each kind of place. */
import { expect, test } from 'vitest'
import type { CoachView } from '../contract.ts'
import { fittingCoaches } from '../web/fitting-seats.ts'

type Seat = CoachView['seats'][number]
const seat = (
  label: string,
  attributes: Seat['attributes'],
  state: Seat['state'] = 'free',
): Seat => ({
  placeId: Number(label),
  label,
  classCode: 'second',
  x: 0,
  y: 0,
  facing: 1,
  attributes,
  state,
})
const coach: CoachView = {
  number: 1,
  name: 'Coach 1',
  deck: 0,
  width: 1,
  height: 1,
  marks: [],
  classCodes: ['second'],
  seatsLeft: 1,
  seats: [
    seat('1', ['window']),
    seat('2', ['wheelchair', 'window']),
    seat('3', ['companion']),
    seat('4', ['bicycle']),
    seat('5', ['aisle'], 'taken'),
    seat('6', ['companion'], 'yours'),
  ],
}
const statesFor = (rider: string) =>
  fittingCoaches([coach], rider)[0]?.seats.map(({ label, state }) => `${label} ${state}`)

test.each([
  ['adult', ['1 free', '2 blocked', '3 blocked', '4 blocked', '5 taken', '6 yours']],
  ['wheelchair', ['1 blocked', '2 free', '3 blocked', '4 blocked', '5 taken', '6 yours']],
  ['companion', ['1 free', '2 blocked', '3 free', '4 blocked', '5 taken', '6 yours']],
])('offers a passenger (%s) the seats that fit', (rider, states) => {
  expect(statesFor(rider)).toEqual(states)
})
