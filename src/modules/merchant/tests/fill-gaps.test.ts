/** Goal: charts of sales show days and hours without sales as gaps, in order, and stay readable over years. */
import { expect, test } from 'vitest'
import { fillDays, fillHours } from '../web/parts/fill-gaps.ts'

const group = (key: string) => ({ key, count: 1 })
const empty = (key: string) => ({ key, count: 0 })

test('missing days between the first and the last are empty, across months', () => {
  const filled = fillDays([group('2026-10-30'), group('2026-11-02')], empty)
  expect(filled.map(({ key, count }) => `${key} ${count}`)).toEqual([
    '2026-10-30 1',
    '2026-10-31 0',
    '2026-11-01 0',
    '2026-11-02 1',
  ])
  expect(fillDays([], empty)).toEqual([])
})

test('a period of more columns than fit keeps the days with sales', () => {
  const years = [group('2024-01-01'), group('2026-11-02')]
  expect(fillDays(years, empty)).toEqual(years)
})

test('hours are in order, whatever order they come in, with the missing ones empty', () => {
  const filled = fillHours([group('12'), group('9')], empty)
  expect(filled.map(({ key, count }) => `${key} ${count}`)).toEqual(['9 1', '10 0', '11 0', '12 1'])
  expect(fillHours([], empty)).toEqual([])
})
