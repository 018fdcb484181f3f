/** Goal: a seat's number does not begin a line without its word. Method: texts as the pages of a ticket's change join them. */
import { expect, test } from 'vitest'
import { placeText } from '../web/parts/seat-facts.ts'

test('coach and seat are joined, and the seat is one word', () => {
  expect(placeText('Coach 4', 'seat 75')).toBe('Coach 4, seat\u00a075')
  expect(placeText(null, 'Seat 12')).toBe('Seat\u00a012')
  expect(placeText('Coach 4', null)).toBe('Coach 4')
})
