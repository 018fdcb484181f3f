/**
 * Goal: a device that decides by itself names the passenger, as far as it has the list of its stop. Method: the pure function
 * on a stored list.
 */
import { expect, test } from 'vitest'
import type { PassengerLine } from '../contract.ts'
import { storedPassenger } from '../web/scanner/scan-details.ts'
import type { Passengers } from '../web/scanner/scanner-state.ts'

const line = (ticketId: number, name: string | null): PassengerLine => ({
  ticketId,
  identifierEnding: 'ABCDE',
  typeName: 'Adult',
  place: '1',
  name,
  from: 'Tbilisi',
  to: 'Borjomi',
  usedAt: null,
})
const passengers: Passengers = {
  boarding: [line(1, 'Nino Beridze'), line(2, null)],
  alighting: [],
  overdue: [line(3, 'Giorgi Kapanadze')],
  past: [line(4, 'Ana Lomidze')],
}

test.each([
  [1, 'Nino Beridze'],
  [3, 'Giorgi Kapanadze'],
  [4, 'Ana Lomidze'],
])('ticket %i is that of %s', (ticketId, name) => {
  expect(storedPassenger(ticketId, passengers)).toEqual({ name, documentEnding: null })
})

test('a ticket without a name, of another stop, or a code that was not read has no passenger', () => {
  expect(storedPassenger(2, passengers)).toBeNull()
  expect(storedPassenger(9, passengers)).toBeNull()
  expect(storedPassenger(null, passengers)).toBeNull()
  expect(storedPassenger(1, null)).toBeNull()
})

test('a list that an earlier version stored may lack a part', () => {
  const { past: _, ...older } = passengers
  expect(storedPassenger(1, older as Passengers)?.name).toBe('Nino Beridze')
  expect(storedPassenger(4, older as Passengers)).toBeNull()
})
