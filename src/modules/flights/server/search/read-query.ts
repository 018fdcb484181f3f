/** Converts the specification's search parameters to criteria and filters. Pure. */
import { fail, ok, type Result } from '#kernel/result.ts'
import { wallTime } from '#kernel/format.ts'
import type { SearchCriteria, SliceCriteria } from '../../itinerary.ts'
import type { SearchQuery } from '../../search-contract.ts'
import { airportsOf } from '../reference/airports.ts'
import { supplierNames, type SupplierName } from '../supplier.ts'
import type { Filters, Hours } from './filter-and-sort.ts'

/** Maximum number of days ahead. */
const daysAheadMax = 360

export type CriteriaQuery = Pick<
  SearchQuery,
  | 'fromAirport'
  | 'toAirport'
  | 'fromDate'
  | 'toDate'
  | 'adult'
  | 'child'
  | 'infant'
  | 'allinFromCity'
  | 'allInToCity'
  | 'classType'
>

function invalidField(path: string, message: string) {
  return fail('BadRequest', { fields: [{ path: `query.${path}`, message }] })
}

export function criteriaOf(query: CriteriaQuery, now: Date): Result<SearchCriteria, 'BadRequest'> {
  const [from, to, dates] = [
    query.fromAirport.toUpperCase().split(','),
    query.toAirport.toUpperCase().split(','),
    query.fromDate.split(','),
  ]
  const { adult, child, infant, toDate } = query
  if (adult + child > 9) return invalidField('child', 'at most nine seats')
  if (infant > adult) return invalidField('infant', 'each infant travels with an adult')
  if (from.length !== to.length || from.length !== dates.length)
    return invalidField('fromDate', 'as many origins as destinations and dates')
  if (toDate !== undefined && from.length > 1)
    return invalidField('toDate', 'a return has one way out')
  const today = dayOf(now)
  const last = dayOf(new Date(now.getTime() + daysAheadMax * 86_400_000))
  const days = toDate === undefined ? dates : [...dates, toDate]
  for (const [index, day] of days.entries()) {
    const isReal = !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day)
    if (!isReal || day < today || day > last) return invalidField('fromDate', 'a coming day')
    if (index > 0 && day < (days[index - 1] ?? ''))
      return invalidField('toDate', 'not before the way out')
  }
  const slices: SliceCriteria[] = []
  for (const [index, date] of dates.entries()) {
    const slice = {
      from: airportsOf(from[index] ?? '', query.allinFromCity).map(({ code }) => code),
      to: airportsOf(to[index] ?? '', query.allInToCity).map(({ code }) => code),
      date,
    }
    if (slice.from.length === 0) return invalidField('fromAirport', 'an airport or a city')
    if (slice.to.length === 0) return invalidField('toAirport', 'an airport or a city')
    if (slice.to.some((code) => slice.from.includes(code)))
      return invalidField('toAirport', 'another place')
    slices.push(slice)
  }
  const [out] = slices
  if (out && toDate !== undefined) slices.push({ from: out.to, to: out.from, date: toDate })
  return ok({ slices, adults: adult, children: child, infants: infant, cabin: query.classType })
}

/** The day of an instant in Tbilisi. */
export function dayOf(now: Date): string {
  const { year, month, day } = wallTime(now)
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

export function providersOf(text: string | undefined): readonly SupplierName[] | undefined {
  if (text === undefined) return undefined
  const names = text.split(',')
  return supplierNames.filter((name) => names.includes(name))
}

/** @param toLariMinor converts a whole amount of the displayed currency to minor units of lari */
export function filtersOf(query: SearchQuery, toLariMinor: (major: number) => number): Filters {
  const { amountFrom, amountTo } = query
  return {
    baggage: query.baggageFilter,
    stops: query.legsFilter?.split(',').map(Number) ?? [],
    departs: hoursOf(query.departureTimeFilter),
    arrives: hoursOf(query.arrivalTimeFilter),
    carriers: query.carrierFilter?.toUpperCase().split(',') ?? [],
    amountFrom: amountFrom === undefined ? null : toLariMinor(amountFrom),
    amountTo: amountTo === undefined ? null : toLariMinor(amountTo),
  }
}

function hoursOf(text: string | undefined): Hours[][] {
  if (text === undefined || text === '') return []
  return text.split(';').map((direction) =>
    direction
      .split(',')
      .filter(Boolean)
      .map((span) => {
        const [from = 0, until = 24] = span.split('-').map(Number)
        return [from, until] as const
      }),
  )
}
