import type { ErrorCode } from '#contract/errors.ts'
import type { LineScope, DiscountTerms } from '#modules/orders/server/public-api.ts'

/** A code that discounts an order. */
export interface PromoCode {
  readonly id: number
  /** Normalized by `normalizeAccessCode`. */
  readonly code: string
  readonly batchId: number | null
  /** Exactly one of the two is set. */
  readonly basisPoints: number | null
  readonly amountMinor: number | null
  /** Maximum discount per order. */
  readonly amountMinorMax: number | null
  /** Minimum price of the eligible tickets. */
  readonly ticketsMinorMin: number
  /** Offer source that it is valid for; null for all. */
  readonly source: string | null
  /** Items of the source; null for all. */
  readonly itemIds: readonly number[] | null
  /** Groups of the source, of which a ticket needs at least one; null for all. */
  readonly groups: readonly string[] | null
  /** Organiser whose tickets it discounts; null for all. */
  readonly merchantId: number | null
  /** Number of orders it is valid for; null for unlimited. */
  readonly quantity: number | null
  readonly perCustomerMax: number | null
  readonly validFrom: Date | null
  readonly validUntil: Date | null
  readonly borneBy: 'house' | 'merchant'
  /** Whether it can be combined with a discount card. */
  readonly isCombined: boolean
  /** Fees of tickets that it makes free: nobody pays them, or the buyer does. */
  readonly freeFees: 'waived' | 'buyer'
  readonly isActive: boolean
  /** Its uses are pool 1 of this offering. */
  readonly offeringId: number
  readonly note: string
}

/** The pool of its offering that counts a code's uses. */
export const usesPoolId = 1

/** The pool capacity of an unlimited code. */
export const usesUnlimited = 1_000_000_000

/** The organiser to which a code belongs; null for the platform. */
export function ownerOf({
  borneBy,
  merchantId,
}: Pick<PromoCode, 'borneBy' | 'merchantId'>): number | null {
  return borneBy === 'merchant' ? merchantId : null
}

/** Why a code is not valid for any order now; null when it is valid. */
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
    ...(code.freeFees === 'waived' && { waivesFees: true }),
  }
}

function scopeOf({ source, itemIds, merchantId, groups }: PromoCode): LineScope {
  return { source, itemIds, merchantId, ...(groups && { groups }) }
}
