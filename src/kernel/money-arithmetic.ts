/** What is computed with money. Pages that only show sums load none of it. */
import { minorDigitsOf } from './minor-digits.ts'
import { money, type Currency, type Money } from './money.ts'

export function addMoney(left: Money, right: Money): Money {
  if (left.currency !== right.currency) throw new RangeError(`${left.currency} + ${right.currency}`)
  return money(left.amount + right.amount, left.currency)
}

export function sumMoney(parts: readonly Money[], currency: Currency = 'GEL'): Money {
  return parts.reduce(addMoney, money(0, parts[0]?.currency ?? currency))
}

/** A share in basis points (1/100 %), rounded half away from zero: 250 bp of 10.00 is 0.25. */
export function basisPoints(value: Money, points: number): Money {
  const exact = (value.amount * points) / 10_000
  return money(Math.sign(exact) * Math.round(Math.abs(exact)), value.currency)
}

/** Major units, as in the specification's plain fields (`minPrice`): 52.5 for 5250 tetri. */
export function majorUnits(value: Money): number {
  return value.amount / 10 ** minorDigitsOf(value.currency)
}
