import { expect, test } from 'vitest'
import { travellersTotal, usableParameters } from '#modules/flights/web/search-address.ts'

test('the form of a search that cannot be made keeps what can be used', () => {
  const kept = (query: string) => usableParameters(new URLSearchParams(query)).toString()
  const past = 'fromAirport=TBS&toAirport=IST&fromDate=2020-01-01&toDate=2020-01-05&adult=2'
  expect(kept(past)).toBe(past)
  expect(kept('fromAirport=TBS,IST&toAirport=IST,BUS&fromDate=2026-12-01,2026-12-05')).toContain(
    'fromAirport=TBS%2CIST',
  )
  expect(kept('fromAirport=nowhere&toAirport=IST&fromDate=abc&adult=99&extra=1')).toBe(
    'toAirport=IST',
  )
})

test('the passengers of a search are counted; without a number it is one adult', () => {
  const total = (query: string) => travellersTotal(new URLSearchParams(query))
  expect(total('')).toBe(1)
  expect(total('adult=2&child=1&infant=1')).toBe(4)
  expect(total('adult=1&child=0')).toBe(1)
})
