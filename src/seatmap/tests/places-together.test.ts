import { expect, test } from 'vitest'
import { placesTogether } from '../web/places-together.ts'

test('names the common part of places in one row once', () => {
  expect(placesTogether(['Stalls · Row 5 · Seat 1', 'Stalls · Row 5 · Seat 2'])).toBe(
    'Stalls · Row 5 · Seat 1, Seat 2',
  )
  expect(placesTogether(['Stalls · Row 5 · Seat 1', 'Box · Row 1 · Seat 2', 'Standing'])).toBe(
    'Stalls · Row 5 · Seat 1; Box · Row 1 · Seat 2; Standing',
  )
})
