import { z } from 'zod'

/**
 * Exact conversion between decimal amounts, as banks write them, and minor units: digit by digit, without floating
 * point.
 */

/** `"52.50"` for 5250. Throws for a negative or fractional number of minor units. */
export function minorToDecimal(amountMinor: number): string {
  if (!Number.isSafeInteger(amountMinor) || amountMinor < 0) {
    throw new RangeError(`Not a whole, positive number of minor units: ${amountMinor}`)
  }
  const digits = String(amountMinor).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** 5250 for `"52.5"`; null unless it is an exact amount with at most two decimals. */
export function decimalToMinor(text: string): number | null {
  const match = /^(\d{1,13})(?:\.(\d{1,2})0*)?$/.exec(text)
  if (!match) return null
  return Number(`${match[1]}${(match[2] ?? '').padEnd(2, '0')}`)
}

/**
 * A decimal amount of a reply (number or text) in minor units. A number's shortest text is exact for up to 15 digits.
 */
export const wireAmount = z.union([z.number(), z.string().max(30)]).transform((value, check) => {
  const minor = decimalToMinor(String(value))
  if (minor === null) check.addIssue('Not an exact amount of money')
  return minor ?? 0
})
