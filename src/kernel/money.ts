/**
 * Money as integer minor units (tetri, cents) of one currency. Values are never fractional; `money-arithmetic.ts` computes
 * with them.
 */
import type { Currency } from './currencies.ts'

export type { Currency, ShopCurrency } from './currencies.ts'
export { minorDigitsOf } from './minor-digits.ts'

export interface Money {
  /** Minor units, an integer, may be negative (a discount, a refund). */
  readonly amount: number
  readonly currency: Currency
}

export function money(amount: number, currency: Currency = 'GEL'): Money {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`Not minor units: ${amount}`)
  return { amount, currency }
}
