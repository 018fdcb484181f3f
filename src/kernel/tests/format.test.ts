import { describe, expect, it } from 'vitest'
import {
  dayKey,
  formatCount,
  formatCountdown,
  formatDate,
  formatDateTime,
  formatMajor,
  formatMoney,
  formatPercent,
  formatTenths,
  formatTime,
  wallTime,
} from '#kernel/format.ts'
import { money } from '#kernel/money.ts'

/** Goal: dates and money read well in both languages and never depend on the browser's Georgian locale data. */
describe('dates', () => {
  const evening = '2026-11-21T15:30:00Z'

  it('reads an instant by the clock of the venue', () => {
    expect(formatTime(evening)).toBe('19:30')
    expect(formatTime(evening, 'Europe/London')).toBe('15:30')
    expect(wallTime('2026-12-31T21:00:00Z')).toEqual({
      year: 2027,
      month: 1,
      day: 1,
      hour: 1,
      minute: 0,
      weekday: 5,
    })
    expect(dayKey('2026-11-21T20:30:00Z')).toBe('2026-11-22')
  })

  it('writes midnight as 00:00', () => {
    expect(formatTime('2026-11-21T20:00:00Z')).toBe('00:00')
  })

  it('writes both languages', () => {
    expect(formatDate('ka', evening, { weekday: true })).toBe('შაბათი, 21 ნოემბერი')
    expect(formatDate('en', evening, { year: true })).toBe('21 November 2026')
    expect(formatDateTime('ka', evening)).toBe('შაბ, 21 ნოე · 19:30')
    expect(formatDateTime('en', evening)).toBe('Sat, 21 Nov · 19:30')
  })

  it('counts down and stops at zero', () => {
    expect(formatCountdown(725_000)).toBe('12:05')
    expect(formatCountdown(3_725_000)).toBe('1:02:05')
    expect(formatCountdown(-1)).toBe('0:00')
  })
})

describe('money', () => {
  it('shows tetri only where there are any', () => {
    expect(formatMoney('ka', money(5200))).toBe('52\u00A0₾')
    expect(formatMoney('ka', money(5250))).toBe('52,50\u00A0₾')
    expect(formatMoney('en', money(5205))).toBe('52.05\u00A0₾')
    expect(formatMajor('en', 15.75)).toBe('15.75\u00A0₾')
    expect(formatMoney('en', money(2_000, 'JPY'))).toBe('2,000\u00A0JPY')
    expect(formatMoney('ka', money(1_050, 'KWD'))).toBe('1,050\u00A0KWD')
    expect(formatMoney('en', money(705, 'TRY'))).toBe('7.05\u00A0TRY')
  })

  it('groups thousands and keeps the sign', () => {
    expect(formatMoney('en', money(-123_456_700))).toBe('−1,234,567\u00A0₾')
    expect(formatCount('ka', 54_202)).toBe('54\u00A0202')
    expect(formatCount('en', 54_202)).toBe('54,202')
  })

  it('writes shares and averages with the decimal sign of the language', () => {
    expect(formatPercent('ka', 250)).toBe('2,5%')
    expect(formatPercent('en', 250)).toBe('2.5%')
    expect(formatPercent('ka', 1_000)).toBe('10%')
    expect(formatTenths('ka', 4)).toBe('4,0')
    expect(formatTenths('en', -4.46)).toBe('−4.5')
  })
})
