import { isAboutItem, isInForce, type ItemSubject, type RuleScope } from './rules.ts'

/** A code that gives access to the tickets reserved for its holders. */
export interface AccessCode extends Omit<RuleScope, 'categoryId'> {
  readonly id: number
  /** Folded as `normalizeAccessCode` does. */
  readonly code: string
  /** The organiser that made it; null: operators. */
  readonly merchantId: number | null
  /** Ticket types it opens; null: all. */
  readonly ticketTypeIds: readonly number[] | null
  /** Places it opens; all three null: every place. */
  readonly zones: readonly string[] | null
  readonly sectionIds: readonly number[] | null
  readonly placeIds: readonly number[] | null
  readonly isActive: boolean
  readonly validFrom: Date | null
  readonly validUntil: Date | null
  /** Tickets it is valid for; null: unlimited. */
  readonly quantity: number | null
  readonly perOrderMax: number | null
  /** Its uses are pool 1 of this offering. */
  readonly offeringId: number
  readonly note: string
}

/** The pool of its offering that counts a code's uses. */
export const usesPoolId = 1

/** The quantity of an unlimited code: more than there are places. */
export const usesUnlimited = 1_000_000_000

/** Why a code is invalid at this moment, regardless of its remaining uses. */
export function refusalOfCode(
  code: Pick<AccessCode, 'isActive' | 'validFrom' | 'validUntil'> | null,
  now: Date,
): 'NotFound' | 'NotActive' | 'Expired' | null {
  if (!code) return 'NotFound'
  if (code.validUntil !== null && code.validUntil <= now) return 'Expired'
  return code.isActive && isInForce(code, now) ? null : 'NotActive'
}

export function coversEvent(
  code: AccessCode,
  event: { readonly eventId: number; readonly showId: number },
): boolean {
  return code.eventId === event.eventId || code.showId === event.showId
}

/** Whether the code is for this item of another source than shows. */
export function coversItem(code: AccessCode, item: ItemSubject): boolean {
  return isAboutItem(code, item)
}

/** A place, or a pool by its section, as far as codes look at it. */
export interface PlaceOfCode {
  readonly ticketTypeId: number | null
  readonly zone: string | null
  readonly sectionId: number | null
  readonly placeId: number | null
}

/** Whether the code opens this place under this ticket type; null means any ticket type. */
export function opensPlace(code: AccessCode, place: PlaceOfCode): boolean {
  const { ticketTypeIds, zones, sectionIds, placeIds } = code
  const { ticketTypeId } = place
  if (ticketTypeIds !== null && ticketTypeId !== null && !ticketTypeIds.includes(ticketTypeId))
    return false
  if (zones === null && sectionIds === null && placeIds === null) return true
  return (
    includes(zones, place.zone) ||
    includes(sectionIds, place.sectionId) ||
    includes(placeIds, place.placeId)
  )
}

function includes<Value>(values: readonly Value[] | null, value: Value | null): boolean {
  return values !== null && value !== null && values.includes(value)
}
