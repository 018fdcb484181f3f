import type { ErrorCode } from '#contract/errors.ts'
import type { LineScope, DiscountTerms } from '#modules/orders/server/public-api.ts'

/** A code that takes something off an order. */
export interface PromoCode {
  readonly id: number
  /** Folded as `normalizeAccessCode` does. */
  readonly code: string
  readonly batchId: number | null
  /** One of the two. */
  readonly basisPoints: number | null
  readonly amountMinor: number | null
  /** The most it takes off one order. */
  readonly amountMinorMax: number | null
  /** What the tickets it is for must cost. */
  readonly ticketsMinorMin: number
  /** Offer source of what it is for; null: whatever is sold. */
  readonly source: string | null
  /** Items of the source; null: all. */
  readonly itemIds: readonly number[] | null
  /** Groups of the source, of which a ticket needs one; null: all. */
  readonly groups: readonly string[] | null
  /** Null: of every organiser. */
  readonly merchantId: number | null
  /** Orders it is valid for; null: unlimited. */
  readonly quantity: number | null
  readonly perCustomerMax: number | null
  readonly validFrom: Date | null
  readonly validUntil: Date | null
  readonly borneBy: 'house' | 'merchant'
  /** Stands beside a discount card. */
  readonly isCombined: boolean
  readonly isActive: boolean
  /** Its uses are pool 1 of this offering. */
  readonly offeringId: number
  readonly note: string
}

/** The pool of its offering that counts a code's uses. */
export const usesPoolId = 1

/** The quantity of an unlimited code. */
export const usesUnlimited = 1_000_000_000

/** Why a code takes nothing off anybody's order at this moment. */
export function refusalOfCode(code: PromoCode | null, now: Date): ErrorCode | null {
  if (!code) return 'PromoCodeUnknown'
  if (code.validUntil !== null && code.validUntil <= now) return 'PromoCodeExpired'
  const hasBegun = code.validFrom === null || code.validFrom <= now
  return code.isActive && hasBegun ? null : 'PromoCodeNotActive'
}

export function termsOfCode(code: PromoCode): DiscountTerms {
  return {
    by: 'promo-code',
    id: String(code.id),
    from: 'tickets',
    scope: scopeOf(code),
    basisPoints: code.basisPoints,
    amountMinor: code.amountMinor,
    amountMinorMax: code.amountMinorMax,
    ticketsMinorMin: code.ticketsMinorMin,
    borneBy: code.borneBy,
    isCombined: code.isCombined,
  }
}

function scopeOf({ source, itemIds, merchantId, groups }: PromoCode): LineScope {
  return { source, itemIds, merchantId, ...(groups && { groups }) }
}
