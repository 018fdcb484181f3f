import { expect, it } from 'vitest'
import { headlineOf } from '../web/search/headline.ts'

it.each([
  // A film or a venue is found, although no show is.
  ['mesvide kedi', 0, 1, 'foundOthers'],
  ['mesvide kedi', 0, 0, 'found'],
  ['opera', 3, 0, 'found'],
  ['opera', 3, 2, 'found'],
  ['', 0, 0, 'foundByFilters'],
  ['', 5, 0, 'foundByFilters'],
])('%s with %i shows and %i others: %s', (text, totalCount, othersCount, key) => {
  expect(headlineOf({ text, totalCount, othersCount })).toBe(key)
})
