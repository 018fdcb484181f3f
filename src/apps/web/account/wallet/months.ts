import { dayKey } from '#kernel/format.ts'
import type { MovementView } from '#modules/wallet/contract.ts'

/** Income and expenses of a month (`2026-11`); both in minor units and not negative. */
export interface MonthSum {
  readonly month: string
  readonly inMinor: number
  readonly outMinor: number
}

/**
 * Sums of the newest months that have movements, the oldest first. If older movements exist that are not loaded,
 * the oldest month is left out because it is incomplete.
 *
 * @param movements the newest first
 */
export function sumMonths(
  movements: readonly MovementView[],
  options: { readonly isWhole: boolean; readonly most: number },
): MonthSum[] {
  const sums = new Map<string, { inMinor: number; outMinor: number }>()
  for (const { at, amount } of movements) {
    const month = dayKey(at).slice(0, 7)
    const sum = sums.get(month) ?? { inMinor: 0, outMinor: 0 }
    if (amount.amount > 0) sum.inMinor += amount.amount
    else sum.outMinor -= amount.amount
    sums.set(month, sum)
  }
  const months = [...sums].map(([month, sum]) => ({ month, ...sum }))
  if (!options.isWhole) months.pop()
  return months.slice(0, options.most).toReversed()
}
