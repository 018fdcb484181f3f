/**
 * Money as integer minor units (tetri, cents) of one currency. Values are never fractional; shares are rounded half
 * away from zero and the remainder goes to the first parts.
 */
import type { Currency } from './currencies.ts'
import { minorDigitsOf } from './minor-digits.ts'

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

export function addMoney(left: Money, right: Money): Money {
  if (left.currency !== right.currency) throw new RangeError(`${left.currency} + ${right.currency}`)
  return money(left.amount + right.amount, left.currency)
}

export function sumMoney(parts: readonly Money[], currency: Currency = 'GEL'): Money {
  return parts.reduce(addMoney, money(0, parts[0]?.currency ?? currency))
}

/** Major units, as in the specification's plain fields (`minPrice`): 52.5 for 5250 tetri. */
export function majorUnits(value: Money): number {
  return value.amount / 10 ** minorDigitsOf(value.currency)
}
