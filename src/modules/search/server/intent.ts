/**
 * Detects days and prices in a text ("jazz this weekend", "5 december", "free", "50 ლარამდე"). Pure; in English,
 * Georgian and Russian, in each spelling and keyboard that `readingsOf` knows.
 */
import { normalizeStored, readingsOf, tokenize } from './normalize.ts'

/** Days and prices as filters; `when` is one of the named choices. */
export interface UnderstoodFilters {
  readonly when?: 'today' | 'tomorrow' | 'weekend' | 'month'
  /** ISO days. */
  readonly fromDate?: string
  readonly toDate?: string
  /** Major units. */
  readonly priceFrom?: number
  readonly priceTo?: number
}

/** A part of the text that was understood as a filter. */
export interface UnderstoodPart {
  /** As it was typed. */
  readonly written: string
  readonly filters: UnderstoodFilters
}

export interface Intent {
  /** The remaining search words. */
  readonly rest: string
  readonly parts: readonly UnderstoodPart[]
}

/** @param today ISO day at the platform */
export function parseIntent(text: string, today: string): Intent {
  const words = tokenize(text).map(({ word, start }) => ({ word, start, readings: allOf(word) }))
  const parts: (UnderstoodPart & { readonly start: number; readonly end: number })[] = []
  let at = 0
  while (at < words.length) {
    const found = matchAt(words, at, text, today)
    if (!found || overlapsKind(parts, found.filters)) {
      at += 1
      continue
    }
    const first = words[at]
    const last = words[at + found.length - 1]
    at += found.length
    if (!first || !last) continue
    const { start } = first
    const end = last.start + last.word.length
    parts.push({ start, end, written: text.slice(start, end), filters: found.filters })
  }
  let rest = text
  for (const { start, end } of parts.toReversed()) rest = rest.slice(0, start) + rest.slice(end)
  return {
    rest: rest.replaceAll(/\s+/g, ' ').trim(),
    parts: parts.map(({ written, filters }) => ({ written, filters })),
  }
}

/** The filters of all parts together. */
export function filtersOf({ parts }: Intent): UnderstoodFilters {
  return Object.assign({}, ...parts.map(({ filters }) => filters)) as UnderstoodFilters
}

interface Word {
  readonly word: string
  readonly start: number
  readonly readings: ReadonlySet<string>
}

interface Match {
  /** Number of matched words. */
  readonly length: number
  readonly filters: UnderstoodFilters
}

function allOf(word: string): ReadonlySet<string> {
  const { usual, rare } = readingsOf(word)
  return new Set([...usual, ...rare])
}

/** A second day or a second price is treated as a search word. */
function overlapsKind(parts: readonly UnderstoodPart[], filters: UnderstoodFilters): boolean {
  const isPrice = 'priceTo' in filters || 'priceFrom' in filters
  return parts.some(
    (part) => ('priceTo' in part.filters || 'priceFrom' in part.filters) === isPrice,
  )
}

function matchAt(words: readonly Word[], at: number, text: string, today: string): Match | null {
  return (
    phraseAt(words, at) ??
    weekAt(words, at, today) ??
    weekdayAt(words, at, today) ??
    numericDateAt(words, at, text, today) ??
    monthAt(words, at, today) ??
    priceAt(words, at)
  )
}

/** Phrases with their filters: alternatives are separated by ` | `, the words of a phrase by spaces. */
const phrases: readonly (readonly [readonly (readonly string[])[], UnderstoodFilters])[] = (
  [
    [
      'today | tonight | this evening | დღეს | დღეს საღამოს | ამაღამ | ამ საღამოს | დღევანდელი | сегодня | сегодня вечером',
      { when: 'today' },
    ],
    [
      'tomorrow | tomorrow evening | tomorrow night | ხვალ | ხვალ საღამოს | ხვალინდელი | завтра | завтра вечером',
      { when: 'tomorrow' },
    ],
    [
      'weekend | this weekend | the weekend | უიკენდი | უიკენდზე | ამ უიკენდზე | უიქენდი | შაბათ კვირა | შაბათ კვირას | ამ შაბათ კვირას | выходные | выходных | эти выходные',
      { when: 'weekend' },
    ],
    ['this month | ამ თვეში | ამ თვის | этом месяце', { when: 'month' }],
    [
      'free | for free | უფასო | უფასოდ | бесплатно | бесплатный | бесплатные',
      { priceFrom: 0, priceTo: 0 },
    ],
  ] as const
).map(([list, filters]) => [
  list
    .split(' | ')
    .map((phrase) => phrase.split(' ').map(normalizeStored))
    .toSorted((left, right) => right.length - left.length),
  filters,
])

function phraseAt(words: readonly Word[], at: number): Match | null {
  let best: Match | null = null
  for (const [list, filters] of phrases)
    for (const phrase of list)
      if (phrase.length > (best?.length ?? 0) && isPhraseAt(words, at, phrase))
        best = { length: phrase.length, filters }
  return best
}

function isPhraseAt(words: readonly Word[], at: number, phrase: readonly string[]): boolean {
  return phrase.every((part, index) => words[at + index]?.readings.has(part))
}

const thisWords = new Set('this ამ эту этот эта в на'.split(' ').map(normalizeStored))
const nextWords = new Set(
  'next მომავალ მომავალი შემდეგ следующую следующий'.split(' ').map(normalizeStored),
)
const weekWords = new Set('week კვირაში неделе неделя неделю'.split(' ').map(normalizeStored))

function weekAt(words: readonly Word[], at: number, today: string): Match | null {
  const [lead, week] = [words[at], words[at + 1]]
  if (!lead || !week || !hasAny(week, weekWords)) return null
  const untilSunday = 6 - weekdayOf(today)
  if (hasAny(lead, nextWords)) {
    const fromDate = addDays(today, untilSunday + 1)
    return { length: 2, filters: { fromDate, toDate: addDays(fromDate, 6) } }
  }
  if (!hasAny(lead, thisWords)) return null
  return { length: 2, filters: { fromDate: today, toDate: addDays(today, untilSunday) } }
}

/** Names from Monday; the Georgian forms include the suffix meaning "on". */
const weekdays = [
  'monday mondays ორშაბათი ორშაბათს понедельник',
  'tuesday tuesdays სამშაბათი სამშაბათს вторник',
  'wednesday wednesdays ოთხშაბათი ოთხშაბათს среда среду',
  'thursday thursdays ხუთშაბათი ხუთშაბათს четверг',
  'friday fridays პარასკევი პარასკევს пятница пятницу',
  'saturday saturdays შაბათი შაბათს суббота субботу',
  'sunday sundays კვირას კვირადღე воскресенье',
].map((names) => new Set(names.split(' ').map(normalizeStored)))

function weekdayAt(words: readonly Word[], at: number, today: string): Match | null {
  const lead = words[at]
  if (!lead) return null
  const isNext = hasAny(lead, nextWords)
  const leadWords = isNext || hasAny(lead, thisWords) ? 1 : 0
  const word = words[at + leadWords]
  if (!word) return null
  const weekday = weekdays.findIndex((names) => hasAny(word, names))
  if (weekday === -1) return null
  const daysAhead = (weekday - weekdayOf(today) + 7) % 7
  const isThisWeek = daysAhead <= 6 - weekdayOf(today)
  const day = addDays(today, daysAhead + (isNext && isThisWeek ? 7 : 0))
  return { length: leadWords + 1, filters: { fromDate: day, toDate: day } }
}

const numericDate = /^(\d{1,2})[./](\d{1,2})(?:[./](\d{4}|\d{2}))?(?!\d)/
const isoDate = /^(\d{4})-(\d{2})-(\d{2})(?!\d)/

/** `5.12`, `05/12/2026`, `2026-12-05`. */
function numericDateAt(
  words: readonly Word[],
  at: number,
  text: string,
  today: string,
): Match | null {
  const start = words[at]?.start ?? 0
  const left = text.slice(start)
  const iso = isoDate.exec(left)
  if (iso) return dayMatch(3, Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const written = numericDate.exec(left)
  if (!written) return null
  const [, day, month, year] = written
  if (year === undefined) return dayAhead(2, Number(month), Number(day), today)
  return dayMatch(
    3,
    year.length === 2 ? 2000 + Number(year) : Number(year),
    Number(month),
    Number(day),
  )
}

/** Case endings after the stem of a Georgian month. */
const georgianEndings = ['', 'ი', 'ს', 'ის', 'ში', 'იდან', 'ამდე'].map(normalizeStored)
const months = [
  'january jan января январь январе ~იანვარ ~იანვრ',
  'february feb февраля февраль феврале ~თებერვალ ~თებერვლ',
  'march марта март марте ~მარტ',
  'april apr апреля апрель апреле ~აპრილ',
  'may мая май мае ~მაის',
  'june июня июнь июне ~ივნის',
  'july июля июль июле ~ივლის',
  'august aug августа август августе ~აგვისტო ~აგვისტ',
  'september sep sept сентября сентябрь сентябре ~სექტემბერ ~სექტემბრ',
  'october oct октября октябрь октябре ~ოქტომბერ ~ოქტომბრ',
  'november nov ноября ноябрь ноябре ~ნოემბერ ~ნოემბრ',
  'december dec декабря декабрь декабре ~დეკემბერ ~დეკემბრ',
].map(
  (names) =>
    new Set(
      names
        .split(' ')
        .flatMap((name) =>
          name.startsWith('~')
            ? georgianEndings.map((ending) => normalizeStored(name.slice(1)) + ending)
            : [normalizeStored(name)],
        ),
    ),
)

/** `5 december`, `december 5`, `5 დეკემბერს`, `december 2026`, or the month alone. */
function monthAt(words: readonly Word[], at: number, today: string): Match | null {
  const [first, second] = [words[at], words[at + 1]]
  if (!first) return null
  const dayFirst = dayNumberOf(first)
  if (dayFirst !== null && second) {
    const month = monthOf(second)
    return month === null ? null : dayOrWithYear(words[at + 2], month, dayFirst, today)
  }
  const month = monthOf(first)
  if (month === null) return null
  const daySecond = second ? dayNumberOf(second) : null
  if (daySecond !== null) return dayOrWithYear(words[at + 2], month, daySecond, today)
  const year = yearOf(second)
  // Without a day or year these are more often names (May, Maya, Marta). After a number that is no day of it, the month is ignored.
  const before = words[at - 1]
  const isName = month === 3 || month === 5
  if (year === null && (isName || (before && dayNumberOf(before) !== null))) return null
  const [thisYear = 0, thisMonth = 0] = today.split('-').map(Number)
  const inYear = year ?? (month < thisMonth ? thisYear + 1 : thisYear)
  const last = new Date(Date.UTC(inYear, month, 0)).getUTCDate()
  return {
    length: year === null ? 1 : 2,
    filters: { fromDate: isoDay(inYear, month, 1), toDate: isoDay(inYear, month, last) },
  }
}

/** A day of a month, optionally followed by a year. */
function dayOrWithYear(
  third: Word | undefined,
  month: number,
  day: number,
  today: string,
): Match | null {
  const year = yearOf(third)
  return year === null ? dayAhead(2, month, day, today) : dayMatch(3, year, month, day)
}

function yearOf(word: Word | undefined): number | null {
  return word && /^20\d\d$/.test(word.word) ? Number(word.word) : null
}

function monthOf(word: Word): number | null {
  const index = months.findIndex((names) => hasAny(word, names))
  return index === -1 ? null : index + 1
}

function dayNumberOf({ word }: Word): number | null {
  const match = /^(\d{1,2})(?:st|nd|rd|th)?$/i.exec(word)
  const day = match ? Number(match[1]) : 0
  return day >= 1 && day <= 31 ? day : null
}

const upTo = new Set('under below max until до'.split(' ').map(normalizeStored))
const lari = new Set('gel lari lar ლარი ლარის ლარად лари лар'.split(' ').map(normalizeStored))
const lariUpTo = new Set('ლარამდე laramde'.split(' ').map(normalizeStored))

/** `under 50`, `up to 50 gel`, `50 ლარამდე`, `до 50 лари`. */
function priceAt(words: readonly Word[], at: number): Match | null {
  const first = words[at]
  if (!first) return null
  const amount = amountOf(first)
  if (amount !== null) {
    const second = words[at + 1]
    return second && hasAny(second, lariUpTo) ? priceMatch(2, amount) : null
  }
  const isUpTo = first.word.toLowerCase() === 'up' && words[at + 1]?.word.toLowerCase() === 'to'
  const lead = isUpTo ? 2 : hasAny(first, upTo) ? 1 : 0
  const next = words[at + lead]
  const price = lead > 0 && next ? amountOf(next) : null
  if (price === null) return null
  const unit = words[at + lead + 1]
  return priceMatch(lead + 1 + (unit && hasAny(unit, lari) ? 1 : 0), price)
}

function amountOf({ word }: Word): number | null {
  return /^\d{1,5}$/.test(word) ? Number(word) : null
}

function priceMatch(length: number, priceTo: number): Match {
  return { length, filters: { priceFrom: 0, priceTo } }
}

function hasAny({ readings }: Word, names: ReadonlySet<string>): boolean {
  for (const reading of readings) if (names.has(reading)) return true
  return false
}

/** Years between two leap days at most, as from 2096 to 2104. */
const leapYearsMax = 8

/** The next date with this month and day: of this year, or of next year if it has passed; 29 February is rarer. */
function dayAhead(length: number, month: number, day: number, today: string): Match | null {
  const year = Number(today.slice(0, 4))
  const first = isoDay(year, month, day) < today ? year + 1 : year
  for (let inYear = first; inYear <= first + leapYearsMax; inYear += 1) {
    const match = dayMatch(length, inYear, month, day)
    if (match) return match
  }
  return null
}

/** Null for dates that do not exist. */
function dayMatch(length: number, year: number, month: number, day: number): Match | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null
  const written = isoDay(year, month, day)
  return { length, filters: { fromDate: written, toDate: written } }
}

function isoDay(year: number, month: number, day: number): string {
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

/** 0 is Monday. */
function weekdayOf(day: string): number {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
}
