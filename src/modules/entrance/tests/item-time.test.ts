/** Goal: a pass at the door has the days of its validity, not its end as a time to begin. Method: texts of items. */
import { expect, test } from 'vitest'
import { itemTime } from '../web/item-time.ts'

const timeZone = 'Asia/Tbilisi'
const startsAt = '2026-12-31T19:59:00Z'

test('what is on at one time has a day and a time', () => {
  for (const validFrom of [null, undefined])
    expect(itemTime('en', { startsAt, validFrom, timeZone })).toMatch(/31 December.*, 23:59$/)
})

test('a pass has its first and its last day in both languages, and no time', () => {
  const pass = { startsAt, validFrom: '2026-12-01T06:00:00Z', timeZone }
  const said = (locale: 'en' | 'ka') => itemTime(locale, pass).replaceAll('\u00A0', '_')
  expect(said('en')).toBe('1_December_2026 – 31_December_2026')
  expect(said('ka')).toBe('1_დეკემბერი,_2026 – 31_დეკემბერი,_2026')
})
