import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import { normalizedKey } from '../normalize.ts'
import { trimSavedSearches, upsertSavedSearch } from '../store.ts'
import { visitorHash } from '../visitor-hash.ts'

export interface SearchToSave {
  readonly keyword: string
  readonly ip: string
  readonly userAgent: string
  /** As sent by the caller; must be the caller's own. */
  readonly userId?: string
}

const savedMax = 50

/**
 * Saves a search. Customers find it in their account; for others only the fact is stored, under a hash that changes
 * daily. Of the browser only its family is stored.
 */
export async function saveSearch(
  context: Context,
  search: SearchToSave,
): Promise<Result<{ keyword: string; isKeptForCustomer: boolean }, ErrorCode>> {
  const { actor, clock, db } = context
  const customerId = actor.kind === 'customer' ? actor.customerId : null
  const isOwn = search.userId === undefined || search.userId === '' || search.userId === customerId
  if (!isOwn) return fail('Forbidden')
  const { day, hash } = await visitorHash(context, search)
  await upsertSavedSearch(db, {
    keyword: search.keyword,
    textKey: normalizedKey(search.keyword),
    customerId,
    visitor: customerId === null ? hash : null,
    browser: browserFamily(search.userAgent),
    day,
    savedAt: clock.now(),
  })
  if (customerId !== null) await trimSavedSearches(db, customerId, savedMax)
  return ok({ keyword: search.keyword, isKeptForCustomer: customerId !== null })
}

const families = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['Firefox', 'Firefox'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const

function browserFamily(userAgent: string): string {
  return families.find(([mark]) => userAgent.includes(`${mark}/`))?.[1] ?? 'other'
}
