/**
 * Goal: an entered time is interpreted in the venue's time zone, wherever the browser is. Method: round trips in
 * zones with and without daylight saving time, also around a change.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fieldMoment, figureOf, filled, momentOf, tetriOf } from '../field-values.ts'

function formOf(entries: Readonly<Record<string, string>>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(entries)) form.set(name, value)
  return form
}

test.each([
  ['2026-12-05T19:00', undefined, '2026-12-05T15:00:00.000Z'],
  ['2026-12-05T19:00', 'Europe/Vienna', '2026-12-05T18:00:00.000Z'],
  ['2027-07-05T19:00', 'Europe/Vienna', '2027-07-05T17:00:00.000Z'],
  ['2027-03-28T01:30', 'Europe/Vienna', '2027-03-28T00:30:00.000Z'],
  ['2027-03-28T03:30', 'Europe/Vienna', '2027-03-28T01:30:00.000Z'],
  ['2026-12-05T19:00', 'America/New_York', '2026-12-06T00:00:00.000Z'],
])('%s on the clock of %s is %s', (typed, timeZone, instant) => {
  expect(momentOf(formOf({ at: typed }), 'at', timeZone)).toBe(instant)
  expect(fieldMoment(instant, timeZone)).toBe(typed)
})

test('round-trips every minute of a local clock', () => {
  const minutes = fc.integer({ min: 29_000_000, max: 31_000_000 })
  fc.assert(
    fc.property(
      minutes,
      fc.constantFrom('Asia/Tbilisi', 'Asia/Kathmandu', 'UTC'),
      (minute, zone) => {
        const instant = new Date(minute * 60_000).toISOString()
        expect(momentOf(formOf({ at: fieldMoment(instant, zone) }), 'at', zone)).toBe(instant)
      },
    ),
  )
})

test('returns undefined for empty fields, and parses numbers with a comma or a point', () => {
  const form = formOf({ note: '  ', percent: '12,5', price: '94.50', at: '' })
  expect(filled(form, 'note')).toBeUndefined()
  expect(filled(form, 'absent')).toBeUndefined()
  expect(figureOf(form, 'percent')).toBe(12.5)
  expect(tetriOf(form, 'price')).toBe(9_450)
  expect(momentOf(form, 'at')).toBeUndefined()
  expect(fieldMoment(null)).toBe('')
})
