/** Reads, changes and writes the search in a page's address. Pure, for loaders and links. */
import { passengersMax, type Brand } from '../kinds.ts'
import { pathsOf } from './brands.ts'

/** The query parameter that counts each rider category. */
export const riderParams = {
  adult: 'adults',
  child: 'children',
  student: 'students',
  pensioner: 'pensioners',
  wheelchair: 'wheelchairs',
  companion: 'companions',
  infant: 'infants',
} as const
export type RiderCode = keyof typeof riderParams
export const riderCodes = Object.keys(riderParams) as RiderCode[]
export type RiderCounts = Readonly<Record<RiderCode, number>>

export interface SearchAddress {
  /** Place codes; empty until chosen. */
  readonly from: string
  readonly to: string
  /** ISO date, for example `2026-12-05`; empty for today. */
  readonly date: string
  /** Date of the return journey; null for one way. */
  readonly returnDate: string | null
  readonly riders: RiderCounts
  /** Keys of the chosen journeys. */
  readonly there: string | null
  readonly back: string | null
  /**
   * Instants of an event's start and end: latest arrival of the outward and earliest departure of the
   * return journey.
   */
  readonly before: string | null
  readonly after: string | null
}

export const oneAdult: RiderCounts = {
  adult: 1,
  child: 0,
  student: 0,
  pensioner: 0,
  wheelchair: 0,
  companion: 0,
  infant: 0,
}

/** One passenger of a category; null for a category that a search does not know, such as a carrier's own. */
export function oneRider(code: string | undefined): RiderCounts | null {
  const known = riderCodes.find((one) => one === code)
  return known ? { ...oneAdult, adult: 0, [known]: 1 } : null
}

export const nothingChosen: SearchAddress = {
  from: '',
  to: '',
  date: '',
  returnDate: null,
  riders: oneAdult,
  there: null,
  back: null,
  before: null,
  after: null,
}

export function readSearch(params: URLSearchParams): SearchAddress {
  const counts = Object.fromEntries(
    riderCodes.map((code) => [code, countOf(params.get(riderParams[code]))]),
  ) as Record<RiderCode, number>
  const total = ridersTotal(counts)
  return {
    from: params.get('from') ?? '',
    to: params.get('to') ?? '',
    date: dayOf(params.get('date')) ?? '',
    returnDate: dayOf(params.get('return')),
    riders: total === 0 || total > passengersMax ? oneAdult : counts,
    there: params.get('there'),
    back: params.get('back'),
    before: instantOf(params.get('before')),
    after: instantOf(params.get('after')),
  }
}

function countOf(text: string | null): number {
  return text !== null && /^\d$/.test(text) ? Number(text) : 0
}

/** Returns a valid calendar date, otherwise null. */
function dayOf(text: string | null): string | null {
  if (text === null || !/^\d{4}-\d\d-\d\d$/.test(text)) return null
  const day = new Date(`${text}T00:00:00Z`)
  return Number.isNaN(day.getTime()) || !day.toISOString().startsWith(text) ? null : text
}

function instantOf(text: string | null): string | null {
  if (text === null || !/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return null
  return Number.isNaN(Date.parse(text)) ? null : text
}

export function ridersTotal(riders: Readonly<Record<string, number>>): number {
  return Object.values(riders).reduce((sum, count) => sum + count, 0)
}

/** Rider counts as parameters of a search and of its call; zero counts are omitted. */
export function riderQuery(riders: RiderCounts): Readonly<Record<string, number>> {
  return Object.fromEntries(
    riderCodes.flatMap((code) => (riders[code] > 0 ? [[riderParams[code], riders[code]]] : [])),
  )
}

/** Path of the search results, without a language. */
export function searchPath(brand: Brand | null, search: SearchAddress): string {
  const query = new URLSearchParams()
  if (search.from) query.set('from', search.from)
  if (search.to) query.set('to', search.to)
  if (search.date) query.set('date', search.date)
  if (search.returnDate !== null) query.set('return', search.returnDate)
  for (const [name, count] of Object.entries(riderQuery(search.riders)))
    query.set(name, String(count))
  if (search.there !== null) query.set('there', search.there)
  if (search.back !== null) query.set('back', search.back)
  if (search.before !== null) query.set('before', search.before)
  if (search.after !== null) query.set('after', search.after)
  return `${pathsOf(brand).search}?${query.toString()}`
}

/** Current step of the booking: choosing the outward journey, the return journey, or the tickets. */
export type Step = 'there' | 'back' | 'tickets'

export function stepOf({ there, back, returnDate }: SearchAddress): Step {
  if (there === null) return 'there'
  return returnDate !== null && back === null ? 'back' : 'tickets'
}

/** Adds days to an ISO date: `addDays('2026-12-31', 1)` is `2027-01-01`. */
export function addDays(date: string, days: number): string {
  const day = new Date(`${date}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() + days)
  return day.toISOString().slice(0, 10)
}

/** The search with a past date moved to today and the return not before the departure; null if its dates are right. */
export function withRightDates(search: SearchAddress, today: string): SearchAddress | null {
  const { date, returnDate } = search
  const isPast = date !== '' && date < today
  const first = isPast || date === '' ? today : date
  const isBefore = returnDate !== null && returnDate < first
  if (!isPast && !isBefore) return null
  return {
    ...search,
    ...(isPast && { date: today, there: null }),
    ...(isBefore && { returnDate: first }),
    back: null,
  }
}

/** The rider category of each passenger, in the order of the parameters. */
export function partyOf(riders: RiderCounts): RiderCode[] {
  return riderCodes.flatMap((code) => Array.from({ length: riders[code] }, () => code))
}
