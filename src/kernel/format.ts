/**
 * Dates, times and money in words, from tables of our own: browsers format Georgian incorrectly (Chromium writes "M01
 * 10"), and a page must read the same on the server and in the browser. Only the arithmetic of time zones comes from
 * `Intl`, in English numbers, which are the same everywhere.
 */
import { minorDigitsOf } from './minor-digits.ts'
import type { Currency, Money } from './money.ts'
import type { Locale } from './locale.ts'
import { formatCount, formatNumber } from './texts.ts'

export { formatCount }

export const defaultTimeZone = 'Asia/Tbilisi'

const months = {
  ka: [
    'იანვარი',
    'თებერვალი',
    'მარტი',
    'აპრილი',
    'მაისი',
    'ივნისი',
    'ივლისი',
    'აგვისტო',
    'სექტემბერი',
    'ოქტომბერი',
    'ნოემბერი',
    'დეკემბერი',
  ],
  en: [
    'January',
    'February',
    'March',
    'April',
    'May',
    'June',
    'July',
    'August',
    'September',
    'October',
    'November',
    'December',
  ],
} as const
const monthsShort = {
  ka: ['იან', 'თებ', 'მარ', 'აპრ', 'მაი', 'ივნ', 'ივლ', 'აგვ', 'სექ', 'ოქტ', 'ნოე', 'დეკ'],
  en: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
} as const
const weekdays = {
  ka: ['კვირა', 'ორშაბათი', 'სამშაბათი', 'ოთხშაბათი', 'ხუთშაბათი', 'პარასკევი', 'შაბათი'],
  en: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
} as const
const weekdaysShort = {
  ka: ['კვ', 'ორშ', 'სამ', 'ოთხ', 'ხუთ', 'პარ', 'შაბ'],
  en: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
} as const

/** The local time of an instant in a time zone. `month` is 1 to 12, `weekday` 0 is Sunday. */
export interface WallTime {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
  readonly weekday: number
}

const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(timeZone: string): Intl.DateTimeFormat {
  let clock = clocks.get(timeZone)
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    })
    clocks.set(timeZone, clock)
  }
  return clock
}

const known = new Map<string, WallTime>()
/** Cached, since pages show the same few hundred instants repeatedly. */
const knownMax = 5_000

/** The wall time of an instant (ISO 8601 text or Date) in a time zone. */
export function wallTime(instant: string | Date, timeZone: string = defaultTimeZone): WallTime {
  if (typeof instant !== 'string') return readClock(instant, timeZone)
  const key = `${instant} ${timeZone}`
  let wall = known.get(key)
  if (!wall) {
    wall = readClock(new Date(instant), timeZone)
    if (known.size >= knownMax) known.clear()
    known.set(key, wall)
  }
  return wall
}

function readClock(date: Date, timeZone: string): WallTime {
  const numbers = clockOf(timeZone).format(date).match(/\d+/g)?.map(Number) ?? []
  const [month = 1, day = 1, year = 1970, hour = 0, minute = 0] = numbers
  const weekday = new Date(Date.UTC(year, month - 1, day)).getUTCDay()
  return { year, month, day, hour, minute, weekday }
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}

/** `19:30`. The day has 24 hours in both languages. */
export function formatTime(instant: string | Date, timeZone?: string): string {
  const { hour, minute } = wallTime(instant, timeZone)
  return `${two(hour)}:${two(minute)}`
}

/**
 * The time of a second moment beside one whose day the reader knows: `18:30`; on another day of its place
 * `20 მარტი, 23:30`, `20 March, 23:30`.
 */
export function formatTimeBeside(
  locale: Locale,
  at: string | Date,
  beside: {
    /** The moment whose day is said. */
    readonly day: string | Date
    readonly timeZone: string
    /** Where that moment is, if in another time zone. */
    readonly dayTimeZone?: string
  },
): string {
  const { day, timeZone, dayTimeZone = timeZone } = beside
  const time = formatTime(at, timeZone)
  return dayKey(at, timeZone) === dayKey(day, dayTimeZone)
    ? time
    : `${formatDate(locale, at, { timeZone })}, ${time}`
}

/** `09:00 – 12:00`, each in the time zone of its place; includes the end's date when it is another day. */
export function formatTimeSpan(
  locale: Locale,
  span: {
    readonly startsAt: string | Date
    readonly timeZone: string
    readonly endsAt: string | Date
    readonly endTimeZone: string
  },
): string {
  const { startsAt, timeZone, endsAt, endTimeZone } = span
  const beside = { day: startsAt, timeZone: endTimeZone, dayTimeZone: timeZone }
  return `${formatTime(startsAt, timeZone)} – ${formatTimeBeside(locale, endsAt, beside)}`
}

/** `21 ნოემბერი`, `21 November`; with `year` also the year; with `weekday` "შაბათი, 21 ნოემბერი". */
export function formatDate(
  locale: Locale,
  instant: string | Date,
  options: { timeZone?: string; year?: boolean; weekday?: boolean } = {},
): string {
  const wall = wallTime(instant, options.timeZone)
  let text = `${wall.day} ${months[locale][wall.month - 1]}`
  if (options.year) text += locale === 'ka' ? `, ${wall.year}` : ` ${wall.year}`
  return options.weekday ? `${weekdays[locale][wall.weekday]}, ${text}` : text
}

/** `ნოემბერი 2026`, `November 2026` of `2026-11`. */
export function formatMonth(locale: Locale, month: string): string {
  const [year = '', number = ''] = month.split('-')
  return `${months[locale][Number(number) - 1] ?? ''} ${year}`
}

/** `შაბ, 21 ნოე`, `Sat, 21 Nov`. */
export function formatDateShort(locale: Locale, instant: string | Date, timeZone?: string): string {
  const wall = wallTime(instant, timeZone)
  return `${weekdaysShort[locale][wall.weekday]}, ${wall.day} ${monthsShort[locale][wall.month - 1]}`
}

/** `შაბ, 21 ნოე · 19:30`. */
export function formatDateTime(locale: Locale, instant: string | Date, timeZone?: string): string {
  return `${formatDateShort(locale, instant, timeZone)} · ${formatTime(instant, timeZone)}`
}

/** Parts of a date for a ticket's stub or a timetable's margin. */
export function dateParts(
  locale: Locale,
  instant: string | Date,
  timeZone?: string,
): { day: string; month: string; monthShort: string; weekday: string; weekdayShort: string } {
  const wall = wallTime(instant, timeZone)
  return {
    day: String(wall.day),
    month: months[locale][wall.month - 1] ?? '',
    monthShort: monthsShort[locale][wall.month - 1] ?? '',
    weekday: weekdays[locale][wall.weekday] ?? '',
    weekdayShort: weekdaysShort[locale][wall.weekday] ?? '',
  }
}

/** `2026-11-21` in the time zone: the key that groups what happens on one day. */
export function dayKey(instant: string | Date, timeZone?: string): string {
  const { year, month, day } = wallTime(instant, timeZone)
  return `${year}-${two(month)}-${two(day)}`
}

/** `12:05`, `1:02:05`: the time left of a hold. Never negative. */
export function formatCountdown(millisecondsLeft: number): string {
  const seconds = Math.max(0, Math.ceil(millisecondsLeft / 1000))
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor(seconds / 60) % 60
  return hours > 0
    ? `${hours}:${two(minutes)}:${two(seconds % 60)}`
    : `${minutes}:${two(seconds % 60)}`
}

/** Currencies without a sign of their own are named by their code. */
const currencySign: Readonly<Partial<Record<Currency, string>>> = {
  GEL: '₾',
  USD: '$',
  EUR: '€',
  GBP: '£',
}

/** `52 ₾`, `52.50 ₾` (`52,50 ₾` in Georgian), `1,250 ₾` (`1 250 ₾`). Spaces do not break. */
export function formatMoney(locale: Locale, value: Money): string {
  const { amount, currency } = value
  const digits = minorDigitsOf(currency)
  const [whole, rest] = (Math.abs(amount) / 10 ** digits).toFixed(digits).split('.')
  const fraction = Number(rest) > 0 ? (locale === 'ka' ? ',' : '.') + rest : ''
  return `${amount < 0 ? '−' : ''}${formatCount(locale, Number(whole))}${fraction}\u00A0${currencySign[currency] ?? currency}`
}

/** The same for the specification's plain prices, which are in major units. */
export function formatMajor(locale: Locale, major: number, currency: Currency = 'GEL'): string {
  const amount = Math.round(major * 10 ** minorDigitsOf(currency))
  return formatMoney(locale, { amount, currency })
}

/** `2.5%` (`2,5%` in Georgian) for 250 hundredths of a percent. */
export function formatPercent(locale: Locale, basisPoints: number): string {
  return `${formatNumber(locale, basisPoints / 100)}%`
}

/** `4.5` (`4,5` in Georgian), with one digit after the sign even where it is 0. */
export function formatTenths(locale: Locale, value: number): string {
  const [whole = '', tenth = ''] = Math.abs(value).toFixed(1).split('.')
  return `${value < 0 ? '−' : ''}${whole}${locale === 'ka' ? ',' : '.'}${tenth}`
}
