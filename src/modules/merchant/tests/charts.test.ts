/** Goal: charts of sales show pauses as gaps, in order, stay readable over years, and have one bar for each name. */
import { expect, test } from 'vitest'
import { fillDays, fillHours } from '../web/parts/fill-gaps.ts'
import { mergeByName } from '../web/parts/merge-by-name.ts'

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

test('ticket types of one name are one bar, the highest amount first', () => {
  const bar = (key: string, name: string, amount: number) => ({
    key,
    name,
    ticketCount: 1,
    sold: { amount, currency: 'GEL' as const },
  })
  const merged = mergeByName([
    bar('1', 'Stalls', 300),
    bar('2', 'Boxes', 700),
    bar('3', 'Stalls', 500),
  ])
  expect(merged.map(({ name, ticketCount, sold }) => [name, ticketCount, sold.amount])).toEqual([
    ['Stalls', 2, 800],
    ['Boxes', 1, 700],
  ])
})
