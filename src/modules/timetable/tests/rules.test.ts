import { expect, test } from 'vitest'
import {
  addDays,
  localDate,
  riderPrice,
  steppedPrice,
  type PriceStep,
} from '../server/public-api.ts'
import { runsOn, serviceDayStart, type ServiceDays } from '../server/rules.ts'

/**
 * Goal: service days and prices follow the documented rules. Method: examples, including days of a clock
 * change.
 */

const always: ServiceDays = {
  weekdays: 127,
  dayRule: 0,
  startDate: '2026-03-01',
  endDate: '2026-12-31',
  exceptions: new Map(),
}

test('measures a service day from noon minus twelve hours', () => {
  expect(new Date(serviceDayStart('2026-03-02', 'Asia/Tbilisi')).toISOString()).toBe(
    '2026-03-01T20:00:00.000Z',
  )
  // Clocks go forward that night, so the reference is 23:00 of the evening before.
  expect(new Date(serviceDayStart('2026-03-29', 'Europe/Berlin')).toISOString()).toBe(
    '2026-03-28T22:00:00.000Z',
  )
})

test('runs services on their weekdays, odd, even and every second days, except on their exceptions', () => {
  const week = ['2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05', '2026-03-06', '2026-03-07']
  const daysOf = (service: Partial<ServiceDays>): string[] =>
    week.filter((date) => runsOn({ ...always, ...service }, date)).map((date) => date.slice(8))
  expect(daysOf({})).toEqual(['02', '03', '04', '05', '06', '07'])
  expect(daysOf({ weekdays: 0b0100001 })).toEqual(['02', '07'])
  expect(daysOf({ dayRule: 1 })).toEqual(['03', '05', '07'])
  expect(daysOf({ dayRule: 2 })).toEqual(['02', '04', '06'])
  expect(daysOf({ dayRule: 3 })).toEqual(['03', '05', '07'])
  expect(daysOf({ startDate: '2026-03-04', endDate: '2026-03-05' })).toEqual(['04', '05'])
  const exceptions = new Map([
    ['2026-03-02', false],
    ['2026-03-07', true],
  ])
  expect(daysOf({ weekdays: 0b0000001, exceptions })).toEqual(['07'])
})

const step = (
  kind: PriceStep['kind'],
  fromValue: number,
  untilValue: number,
  basisPoints: number,
) => ({
  kind,
  routeId: null,
  fromValue,
  untilValue,
  basisPoints,
})

test('multiplies price steps and rounds half up to ten tetri', () => {
  const moment = { date: '2026-07-10', daysAhead: 20, occupancyPercent: 85 }
  const steps = [
    step('season', 701, 901, 11_000),
    step('days-ahead', 14, 400, 9_000),
    step('occupancy', 90, 101, 12_000),
    step('weekday', 5, 6, 10_500),
  ]
  // 3350 × 1.1 × 0.9 × 1.05 is 3482.325.
  expect(steppedPrice(3_350, steps, moment)).toBe(3_480)
  expect(steppedPrice(3_350, steps, { ...moment, date: '2026-09-01', daysAhead: 13 })).toBe(3_350)
  expect(steppedPrice(3_350, steps, { ...moment, occupancyPercent: 90 })).toBe(4_180)
  expect(steppedPrice(50, [step('occupancy', 0, 101, 11_000)], moment)).toBe(60)
})

test('subtracts a rider’s discount and rounds half up to ten tetri', () => {
  expect(riderPrice(3_350, 5_000)).toBe(1_680)
  expect(riderPrice(3_350, 0)).toBe(3_350)
  expect(riderPrice(3_350, 10_000)).toBe(0)
})

test('counts days across months and in the time zone', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28')
  expect(localDate(new Date('2026-12-03T21:00:00Z'), 'Asia/Tbilisi')).toBe('2026-12-04')
  expect(localDate(new Date('2026-12-03T21:00:00Z'), 'Europe/Istanbul')).toBe('2026-12-04')
  expect(localDate(new Date('2026-12-03T20:30:00Z'), 'Europe/Istanbul')).toBe('2026-12-03')
})

test('returns the calendar date of instants in every time zone, also from the cache', () => {
  const zones = [
    'Asia/Tbilisi',
    'Asia/Kolkata',
    'Asia/Kathmandu',
    'America/New_York',
    'Europe/Istanbul',
  ]
  const first = Date.parse('2026-03-27T00:00:00Z')
  for (const zone of zones)
    for (let turn = 0; turn < 600; turn += 1) {
      // Odd intervals, across nights of a clock change.
      const at = new Date(first + turn * 451_003)
      const date = at.toLocaleDateString('sv-SE', { timeZone: zone })
      expect([zone, at.toISOString(), localDate(at, zone)]).toEqual([zone, at.toISOString(), date])
    }
})
