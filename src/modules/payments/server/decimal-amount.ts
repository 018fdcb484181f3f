import { z } from 'zod'

/**
 * Decimal amounts as banks write them, to minor units and back, exactly: by digits, never by arithmetic on
 * fractions.
 */

/** `"52.50"` for 5250. Throws for a negative or fractional number of minor units. */
export function minorToDecimal(amountMinor: number): string {
  if (!Number.isSafeInteger(amountMinor) || amountMinor < 0) {
    throw new RangeError(`Not a whole, positive number of minor units: ${amountMinor}`)
  }
  const digits = String(amountMinor).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** 5250 for `"52.5"`; null for what is not an exact amount of at most two decimals. */
export function decimalToMinor(text: string): number | null {
  const match = /^(\d{1,13})(?:\.(\d{1,2})0*)?$/.exec(text)
  if (!match) return null
  return Number(`${match[1]}${(match[2] ?? '').padEnd(2, '0')}`)
}

/**
 * A decimal amount of a reply, as a number or as text, to minor units. The shortest text of a number that was read
 * from at most 15 digits is what was written.
 */
export const wireAmount = z.union([z.number(), z.string().max(30)]).transform((value, check) => {
  const minor = decimalToMinor(String(value))
  if (minor === null) check.addIssue('Not an exact amount of money')
  return minor ?? 0
})
