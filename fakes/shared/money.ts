/** Converts a decimal number to minor units; null if it is not an exact amount. */
export function toMinor(amount: unknown): number | null {
  if (typeof amount !== 'number' || !Number.isFinite(amount) || amount < 0) return null
  const minor = Math.round(amount * 100)
  if (Math.abs(amount * 100 - minor) > 1e-6 || !Number.isSafeInteger(minor)) return null
  return minor
}

/** Converts minor units to a decimal number. */
export function toDecimal(minor: number): number {
  return minor / 100
}
