import { money, type Money } from './money.ts'

/** A share in basis points (1/100 %), rounded half away from zero: 250 bp of 10.00 is 0.25. */
export function basisPoints(value: Money, points: number): Money {
  const exact = (value.amount * points) / 10_000
  return money(Math.sign(exact) * Math.round(Math.abs(exact)), value.currency)
}
