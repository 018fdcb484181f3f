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
  formatTimeBeside,
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

  // The first moment with its zone, the second with its, and what is said of the second in both languages.
  it.each([
    [
      '2027-03-20T20:30Z',
      'Asia/Tbilisi',
      '2027-03-20T19:30Z',
      undefined,
      '20 მარტი, 23:30',
      '20 March, 23:30',
    ],
    [
      '2027-03-20T20:00Z',
      'Asia/Tbilisi',
      '2027-03-20T19:59Z',
      undefined,
      '20 მარტი, 23:59',
      '20 March, 23:59',
    ],
    ['2027-03-20T20:00Z', 'Asia/Tbilisi', '2027-03-20T20:00Z', undefined, '00:00', '00:00'],
    ['2027-03-21T19:59Z', 'Asia/Tbilisi', '2027-03-20T20:00Z', undefined, '00:00', '00:00'],
    ['2027-03-21T15:00Z', 'Asia/Tbilisi', '2027-03-21T14:00Z', undefined, '18:00', '18:00'],
    [
      '2027-03-21T15:00Z',
      'Asia/Tbilisi',
      '2027-03-20T14:00Z',
      undefined,
      '20 მარტი, 18:00',
      '20 March, 18:00',
    ],
    [
      '2027-03-21T19:00Z',
      'Asia/Tbilisi',
      '2027-03-21T21:40Z',
      undefined,
      '22 მარტი, 01:40',
      '22 March, 01:40',
    ],
    // The year's end, and a leap day.
    [
      '2026-12-31T20:15Z',
      'Asia/Tbilisi',
      '2026-12-31T19:00Z',
      undefined,
      '31 დეკემბერი, 23:00',
      '31 December, 23:00',
    ],
    [
      '2028-02-29T20:15Z',
      'Asia/Tbilisi',
      '2028-02-29T19:00Z',
      undefined,
      '29 თებერვალი, 23:00',
      '29 February, 23:00',
    ],
    // The same day a month and a year apart is another day.
    [
      '2027-03-21T15:00Z',
      'Asia/Tbilisi',
      '2027-02-21T15:00Z',
      undefined,
      '21 თებერვალი, 19:00',
      '21 February, 19:00',
    ],
    [
      '2027-03-21T15:00Z',
      'Asia/Tbilisi',
      '2026-03-21T15:00Z',
      undefined,
      '21 მარტი, 19:00',
      '21 March, 19:00',
    ],
    // One day of UTC is two of the venue, and the other way round.
    [
      '2027-03-21T04:30Z',
      'America/New_York',
      '2027-03-21T03:30Z',
      undefined,
      '20 მარტი, 23:30',
      '20 March, 23:30',
    ],
    ['2027-03-21T00:30Z', 'America/New_York', '2027-03-20T23:30Z', undefined, '19:30', '19:30'],
    [
      '2027-03-20T15:30Z',
      'Asia/Tokyo',
      '2027-03-20T14:30Z',
      undefined,
      '20 მარტი, 23:30',
      '20 March, 23:30',
    ],
    [
      '2027-03-21T00:30Z',
      'Europe/London',
      '2027-03-20T23:30Z',
      undefined,
      '20 მარტი, 23:30',
      '20 March, 23:30',
    ],
    ['2027-03-21T00:30Z', 'Asia/Tbilisi', '2027-03-20T23:30Z', undefined, '03:30', '03:30'],
    [
      '2027-03-20T18:20Z',
      'Asia/Kathmandu',
      '2027-03-20T18:10Z',
      undefined,
      '20 მარტი, 23:55',
      '20 March, 23:55',
    ],
    // The night in which clocks change.
    [
      '2027-03-14T07:30Z',
      'America/New_York',
      '2027-03-14T04:30Z',
      undefined,
      '13 მარტი, 23:30',
      '13 March, 23:30',
    ],
    // Each on its own clock.
    [
      '2027-03-20T19:30Z',
      'Asia/Tbilisi',
      '2027-03-20T21:30Z',
      'Europe/Istanbul',
      '21 მარტი, 00:30',
      '21 March, 00:30',
    ],
    ['2027-03-20T20:30Z', 'Asia/Tbilisi', '2027-03-20T22:30Z', 'Europe/Istanbul', '01:30', '01:30'],
    [
      '2027-03-20T20:30Z',
      'Asia/Tbilisi',
      '2027-03-20T20:45Z',
      'Europe/Istanbul',
      '20 მარტი, 23:45',
      '20 March, 23:45',
    ],
  ])(
    'beside %s in %s, %s is said with its day only if it is another',
    (day, dayTimeZone, at, zone, ka, en) => {
      const beside = { day, dayTimeZone, timeZone: zone ?? dayTimeZone }
      expect(formatTimeBeside('ka', at, beside)).toBe(ka)
      expect(formatTimeBeside('en', at, beside)).toBe(en)
      const dates = { ...beside, day: new Date(day) }
      expect(formatTimeBeside('en', new Date(at), dates)).toBe(en)
    },
  )

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
