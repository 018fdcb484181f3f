/**
 * A list's filters in its address: `?sub=jazz&when=weekend&max=50&sort=cheapest`. Invalid values are dropped, since
 * visitors may edit the address; a list with fewer filters is better than an error.
 */
import type { CallInput } from '#contract/call.ts'
import {
  listItemsMax,
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

/**
 * Filters of the listed items; the others (`sub`, `sort`, `after`, `shown`) determine subcategory, order and
 * position.
 */
export const filterNames = ['when', 'from', 'to', 'min', 'max', 'free', 'venue'] as const

/** The input of the list's call for a page's address. */
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

/** Number of displayed items in whole pages, restored when the visitor returns. */
function shownOf(parameters: URLSearchParams): number {
  const pages = Math.round((numberOf(parameters, 'shown') ?? listPageItems) / listPageItems)
  return Math.min(listItemsMax, Math.max(1, pages) * listPageItems)
}

export function numberOf(parameters: URLSearchParams, name: string): number | undefined {
  const value = fitting(parameters, name, whole)
  return value === undefined ? undefined : Number(value)
}

function dayGiven(parameters: URLSearchParams, name: string): string | undefined {
  const value = fitting(parameters, name, date)
  // The thirty-first of February has the format of a date but is invalid.
  return value !== undefined && new Date(value).toISOString().startsWith(value) ? value : undefined
}

function fitting(parameters: URLSearchParams, name: string, form: RegExp): string | undefined {
  const value = parameters.get(name)
  return value !== null && form.test(value) ? value : undefined
}

/** The address with some filters set and others removed (null); a changed list starts at its beginning. */
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
