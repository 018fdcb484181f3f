/**
 * A list's filters as they are in its address: `?sub=jazz&when=weekend&max=50&sort=cheapest`. What does not
 * fit is left out, since anybody may write an address; a list with fewer filters is a better answer than an error.
 */
import type { CallInput } from '#contract/call.ts'
import {
  listItemsMost,
  listPageItems,
  listSorts,
  type ListSort,
  type ownShowList,
} from '#modules/catalogue/contract.ts'
import { daysOf } from './filter-days.ts'

export type ListInput = NonNullable<CallInput<typeof ownShowList>['query']>

const date = /^2\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/
const slug = /^[a-z0-9](?:[a-z0-9-]{0,98}[a-z0-9])?$/
const whole = /^\d{1,6}$/

/** Filters that say what is listed; the others (`sub`, `sort`, `after`, `shown`) say where and how. */
export const filterNames = ['when', 'from', 'to', 'min', 'max', 'free', 'venue'] as const

/** What a page's address asks the list's call for. */
export function listInput(parameters: URLSearchParams, now: Date): ListInput {
  const sort = sortOf(parameters)
  const { from, to } = daysGiven(parameters)
  const days =
    from === undefined && to === undefined
      ? daysOf(parameters.get('when'), now)
      : { fromDate: from, toDate: to }
  const cursor = fitting(parameters, 'after', /^[a-z]+(?:\.-?\d{1,15}){2,3}$/)
  return {
    subCategory: fitting(parameters, 'sub', slug),
    ...days,
    priceFrom: numberOf(parameters, 'min'),
    priceTo: numberOf(parameters, 'max'),
    isFree: parameters.get('free') === '1' ? true : undefined,
    venueId: numberOf(parameters, 'venue') || undefined,
    sort,
    cursor: cursor?.startsWith(`${sort}.`) ? cursor : undefined,
    limit: shownOf(parameters),
  }
}

export function sortOf(parameters: URLSearchParams): ListSort {
  return listSorts.find((sort) => sort === parameters.get('sort')) ?? 'soonest'
}

export function daysGiven(parameters: URLSearchParams) {
  return { from: dayGiven(parameters, 'from'), to: dayGiven(parameters, 'to') }
}

/** How many items are on the page at once: whole pages, as many as were there when it was left. */
function shownOf(parameters: URLSearchParams): number {
  const pages = Math.round((numberOf(parameters, 'shown') ?? listPageItems) / listPageItems)
  return Math.min(listItemsMost, Math.max(1, pages) * listPageItems)
}

export function numberOf(parameters: URLSearchParams, name: string): number | undefined {
  const value = fitting(parameters, name, whole)
  return value === undefined ? undefined : Number(value)
}

function dayGiven(parameters: URLSearchParams, name: string): string | undefined {
  const value = fitting(parameters, name, date)
  // The thirty-first of February has the form of a date and is none.
  return value !== undefined && new Date(value).toISOString().startsWith(value) ? value : undefined
}

function fitting(parameters: URLSearchParams, name: string, form: RegExp): string | undefined {
  const value = parameters.get(name)
  return value !== null && form.test(value) ? value : undefined
}

/** The address with some filters set and others taken off (null); a list so changed begins at its beginning. */
export function changedAddress(
  path: string,
  parameters: URLSearchParams,
  changes: Readonly<Record<string, string | null>>,
): string {
  const next = new URLSearchParams(parameters)
  for (const [name, value] of Object.entries({ after: null, shown: null, ...changes }))
    if (value === null || value === '') next.delete(name)
    else next.set(name, value)
  return next.size > 0 ? `${path}?${next}` : path
}
