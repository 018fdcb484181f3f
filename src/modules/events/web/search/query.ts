/** The search page's address and its call input. Invalid values are dropped. */
import type { CallInput } from '#contract/call.ts'
import type { ownSearch } from '#modules/search/contract.ts'

export type SearchQuery = NonNullable<CallInput<typeof ownSearch>['query']>

/** Parameters that filter; each counts as one filter. */
export const filterNames = [
  'categoryIds',
  'venueIds',
  'cities',
  'when',
  'fromDate',
  'toDate',
  'priceFrom',
  'priceTo',
] as const
export type FilterName = (typeof filterNames)[number]

const forms: Readonly<Record<FilterName, RegExp>> = {
  categoryIds: /^\d{1,9}(,\d{1,9}){0,19}$/,
  venueIds: /^\d{1,9}(,\d{1,9}){0,19}$/,
  cities: /^[\p{L}][\p{L} ,'-]{0,200}$/u,
  when: /^(today|tomorrow|weekend|month)$/,
  fromDate: /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/,
  toDate: /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/,
  priceFrom: /^\d{1,6}$/,
  priceTo: /^\d{1,6}$/,
}

export const pageSize = 24

export function searchQueryOf(parameters: URLSearchParams): SearchQuery {
  const query: Record<string, string | number> = {
    text: (parameters.get('text') ?? '').slice(0, 100),
    limit: pageSize,
  }
  const offset = parameters.get('offset') ?? ''
  if (/^\d{1,5}$/.test(offset)) query['offset'] = Number(offset)
  for (const name of filterNames) {
    const value = parameters.get(name)
    if (value !== null && forms[name].test(value) && isRealDay(name, value)) query[name] = value
  }
  return query as SearchQuery
}

/** The thirtieth of February has the format of a date. */
function isRealDay(name: FilterName, value: string): boolean {
  if (name !== 'fromDate' && name !== 'toDate') return true
  const day = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value)
}

/** The address with some parameters changed; the list starts at its beginning. */
export function withParameters(
  parameters: URLSearchParams,
  changes: Readonly<Record<string, string | null>>,
): string {
  const next = new URLSearchParams(parameters)
  next.delete('offset')
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') next.delete(name)
    else next.set(name, value)
  }
  const query = next.toString()
  return query ? `/search?${query}` : '/search'
}

/** A list parameter with one value added, or removed if present. */
export function toggled(list: string | null, value: string): string {
  const values = (list ?? '').split(',').filter(Boolean)
  const rest = values.filter((one) => one !== value)
  return (rest.length < values.length ? rest : [...values, value]).join(',')
}

export function chosenFilterCount(parameters: URLSearchParams): number {
  return filterNames.filter((name) => parameters.get(name)).length
}
