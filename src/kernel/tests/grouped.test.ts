/** Goal: grouping and addresses as browsers have them since, with the same answers. Method: beside the newer functions of Node. */
import { expect, test } from 'vitest'
import { grouped } from '../grouped.ts'
import { parsedUrl } from '../parsed-url.ts'

test('groups keep their order', () => {
  const numbers = [5, 2, 7, 4, 9]
  const isOdd = (one: number): boolean => one % 2 === 1
  expect([...grouped(numbers, isOdd)]).toEqual([...Map.groupBy(numbers, isOdd)])
  expect(grouped(new Set<number>(), isOdd).size).toBe(0)
})

test.each([
  ['https://bileti.example/a?b#c', undefined],
  ['/a', 'https://bileti.example'],
  ['', undefined],
  ['no address', undefined],
  ['//', 'https://bileti.example'],
])('%s on %s', (address, base) => {
  expect(parsedUrl(address, base)?.href).toBe(URL.parse(address, base)?.href)
})
