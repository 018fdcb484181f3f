/**
 * Goal: amounts are parsed as people write them, statements show complete months, and devices have familiar names.
 * Method: tables of examples, including unusual ones.
 */
import { expect, test } from 'vitest'
import { deviceName } from '#modules/accounts/web/device-name.ts'
import type { OrderSummaryView } from '#modules/orders/contract.ts'
import type { MovementView } from '#modules/wallet/contract.ts'
import { sectionOf } from '../account/sections.ts'
import { sumMonths } from '../account/wallet/months.ts'
import { namesByOrder } from '../account/wallet/order-names.ts'
import { readLari } from '../account/wallet/read-lari.ts'

test.each([
  ['20', 2_000],
  ['12,5', 1_250],
  ['12.05', 1_205],
  ['1 250', 125_000],
  [' 7\u00a0₾', 700],
  ['0', 0],
  ['', null],
  ['-5', null],
  ['1e3', null],
  ['5.005', null],
  ['5,', null],
  ['12345678', null],
])('%j lari are %j tetri', (typed, minor) => {
  expect(readLari(typed)).toBe(minor)
})

function movement(at: string, amount: number): MovementView {
  const gel = (value: number) => ({ amount: value, currency: 'GEL' as const })
  return { number: 1, at, kind: 'top-up', amount: gel(amount), balance: gel(0), reference: '' }
}

test('names the purchased items once, and keeps the order number if they are unknown', () => {
  const item = (name: string) => ({ name }) as OrderSummaryView['items'][number]
  const names = namesByOrder([
    { orderNumber: 'AAAA', items: [item('Carmen'), item('Carmen'), item('Tbilisi – Batumi')] },
    { orderNumber: 'BBBB', items: [] },
  ])
  expect([...names]).toEqual([['AAAA', 'Carmen · Tbilisi – Batumi']])
})

test('sums months of Tbilisi time, oldest first, without incomplete months', () => {
  const movements = [
    // Still October in London, already November in Tbilisi.
    movement('2026-10-31T21:00:00.000Z', 5_000),
    movement('2026-10-31T19:00:00.000Z', -1_500),
    movement('2026-10-02T12:00:00.000Z', 4_000),
    movement('2026-09-30T12:00:00.000Z', 700),
  ]
  expect(sumMonths(movements, { isWhole: true, most: 6 })).toEqual([
    { month: '2026-09', inMinor: 700, outMinor: 0 },
    { month: '2026-10', inMinor: 4_000, outMinor: 1_500 },
    { month: '2026-11', inMinor: 5_000, outMinor: 0 },
  ])
  const newest = sumMonths(movements, { isWhole: false, most: 6 })
  expect(newest.map(({ month }) => month)).toEqual(['2026-10', '2026-11'])
  expect(sumMonths(movements, { isWhole: true, most: 1 })[0]?.month).toBe('2026-11')
  expect(sumMonths([], { isWhole: true, most: 6 })).toEqual([])
})

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    'Chrome, Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
    'Safari, iPhone',
  ],
  ['Mozilla/5.0 (Android 16; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0', 'Firefox, Android'],
  ['Mozilla/5.0 (Macintosh) Chrome/140.0.0.0 Safari/537.36 Edg/140.0', 'Edge'],
  ['curl/8.0', ''],
  ['', ''],
])('%j is %j', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name)
})

test('maps addresses of the account to its sections only', () => {
  expect(sectionOf(undefined)).toBe('overview')
  expect(sectionOf('security')).toBe('security')
  for (const part of ['overview', 'Profile', '', '__proto__']) expect(sectionOf(part)).toBeNull()
})
