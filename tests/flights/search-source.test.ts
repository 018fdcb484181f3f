/** Goal: search finds destination cities. Method: the items that flights add to the search. */
import { expect, test } from 'vitest'
import { flightSearchSource } from '#modules/flights/server/public-api.ts'

test('lists each destination city once, with its code', async () => {
  const items = await flightSearchSource.listItems({} as never)
  const names = items.map(({ name }) => name.en)
  expect(names).toContain('Flights to Vienna')
  expect(new Set(names).size).toBe(names.length)
  expect(new Set(items.map(({ id }) => id)).size).toBe(items.length)
  expect(items.find(({ name }) => name.en === 'Flights to Vienna')?.aliases).toContain('VIE')
})
