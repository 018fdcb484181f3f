/** Goal: search finds cities to fly to. Method: the items that flights give to search. */
import { expect, test } from 'vitest'
import { flightSearchSource } from '#modules/flights/server/public-api.ts'

test('each city that one flies to stands once, with its code', async () => {
  const items = await flightSearchSource.listItems({} as never)
  const names = items.map(({ name }) => name.en)
  expect(names).toContain('Flights to Vienna')
  expect(new Set(names).size).toBe(names.length)
  expect(new Set(items.map(({ id }) => id)).size).toBe(items.length)
  expect(items.find(({ name }) => name.en === 'Flights to Vienna')?.aliases).toContain('VIE')
})
