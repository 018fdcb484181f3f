import { formatMoney, formatPercent } from '#kernel/format.ts'
import type { Locale } from '#kernel/locale.ts'
import type { FeeShare } from '#kernel/ticket-fees.ts'
import type { FeeTermsView, ServiceFeeView, TermsView } from '../shapes.ts'

/** Parses a number with a point or a comma to hundredths; null when it is invalid. */
export function hundredthsOf(typed: string): number | null {
  const normalized = typed.trim().replace(',', '.')
  return /^\d{1,7}(\.\d{1,2})?$/.test(normalized) ? Math.round(Number(normalized) * 100) : null
}

/** An organiser's own fee in short: `2% + 0.50 ₾`; empty without one. */
export function formatFee(locale: Locale, { ownBasisPoints, own, ownMin }: FeeTermsView): string {
  const parts = [
    ownBasisPoints > 0 && formatPercent(locale, ownBasisPoints),
    own.amount > 0 && formatMoney(locale, own),
  ].filter((part) => part !== false)
  return parts.length === 0 && ownMin.amount > 0 ? formatMoney(locale, ownMin) : parts.join(' + ')
}

/** The platform's service fee as an argument of the fee computation. */
export function serviceShare(fee: ServiceFeeView | null): FeeShare | null {
  return fee && { basisPoints: fee.basisPoints, fixedMinor: fee.fixed.amount }
}

/** The commission as an argument of the fee computation. */
export function commissionShare(terms: TermsView | null): FeeShare {
  return {
    basisPoints: terms?.commissionBasisPoints ?? 0,
    fixedMinor: terms?.commission.amount ?? 0,
  }
}
