import { describe, expect, it } from 'vitest'
import { daysOf } from '../web/lists/filter-days.ts'

/** Goal: filters refer to days in Tbilisi, four hours ahead of the server's clock. */
describe('daysOf', () => {
  it('takes today from the clock of the shop’s country', () => {
    expect(daysOf('today', new Date('2026-11-21T21:00:00Z'))).toEqual({
      fromDate: '2026-11-22',
      toDate: '2026-11-22',
    })
  })

  it.each([
    ['2026-11-18T10:00:00Z', '2026-11-20', '2026-11-22'],
    ['2026-11-20T10:00:00Z', '2026-11-20', '2026-11-22'],
    ['2026-11-21T10:00:00Z', '2026-11-21', '2026-11-22'],
    ['2026-11-22T10:00:00Z', '2026-11-22', '2026-11-22'],
  ])('counts the weekend from Friday, or from today inside it: %s', (now, fromDate, toDate) => {
    expect(daysOf('weekend', new Date(now))).toEqual({ fromDate, toDate })
  })

  it('filters nothing without a known filter', () => {
    expect(daysOf(null, new Date())).toEqual({})
    expect(daysOf('someday', new Date())).toEqual({})
  })
})
