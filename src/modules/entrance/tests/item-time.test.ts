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
  expect(itemTime('en', pass)).toBe('1 December 2026 – 31 December 2026')
  expect(itemTime('ka', pass)).toBe('1 დეკემბერი, 2026 – 31 დეკემბერი, 2026')
})
