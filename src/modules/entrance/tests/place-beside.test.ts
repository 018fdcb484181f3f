import { expect, it } from 'vitest'
import { placeBeside } from '../web/place-beside.ts'

const seat = (placeName: string | null, section: string | null = 'Boxes') => ({
  placeName,
  section,
  row: '8',
  seat: '3',
})

it.each([
  // A section that the type is called by is said once, in the line above.
  ['Boxes', seat('Boxes · Box 8 · seat 3'), 'Box 8, seat 3'],
  ['Adult', seat('Boxes · Box 8 · seat 3'), 'Boxes, Box 8, seat 3'],
  [null, seat('Boxes · Box 8 · seat 3'), 'Boxes, Box 8, seat 3'],
  // A venue's own words stay as they are.
  ['Boxes', seat('Box 8, chair 3'), 'Box 8, chair 3'],
  ['Boxes', seat(null), '8, 3'],
  ['Floor', { placeName: 'Floor', section: 'Floor', row: null, seat: null }, ''],
  ['Standing', { placeName: null, section: null, row: null, seat: null }, ''],
  ['Standing', null, ''],
])('%s, %j: %s', (typeName, ticket, said) => {
  expect(placeBeside(typeName, ticket)).toBe(said)
})
