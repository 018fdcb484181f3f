import { formatMoney } from '#kernel/format.ts'
import type { Locale } from '#kernel/locale.ts'
import type { FeeShare } from '#kernel/ticket-fees.ts'
import type { FeeTermsView, ServiceFeeView, TermsView } from '../shapes.ts'

/** `2.5%` for 250 hundredths of a percent. */
export function percentOf(basisPoints: number): string {
  return `${basisPoints / 100}%`
}

/** Hundredths of what somebody typed, with a point or a comma; null where that is no number. */
export function hundredthsOf(typed: string): number | null {
  const tidy = typed.trim().replace(',', '.')
  return /^\d{1,7}(\.\d{1,2})?$/.test(tidy) ? Math.round(Number(tidy) * 100) : null
}

/** An organiser's own fee in short: `2% + 0.50 ₾`; empty where there is none. */
export function feeWritten(locale: Locale, { ownBasisPoints, own, ownMin }: FeeTermsView): string {
  const parts = [
    ownBasisPoints > 0 && percentOf(ownBasisPoints),
    own.amount > 0 && formatMoney(locale, own),
  ].filter((part) => part !== false)
  return parts.length === 0 && ownMin.amount > 0 ? formatMoney(locale, ownMin) : parts.join(' + ')
}

/** The shop's service fee as the computation takes it. */
export function serviceShare(fee: ServiceFeeView | null): FeeShare | null {
  return fee && { basisPoints: fee.basisPoints, fixedMinor: fee.fixed.amount }
}

/** The commission as the computation takes it. */
export function commissionShare(terms: TermsView | null): FeeShare {
  return {
    basisPoints: terms?.commissionBasisPoints ?? 0,
    fixedMinor: terms?.commission.amount ?? 0,
  }
}
