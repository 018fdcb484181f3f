/** Turns a decimal number of a protocol into minor units; null when it is not exact money. */
export function toMinor(amount: unknown): number | null {
  if (typeof amount !== 'number' || !Number.isFinite(amount) || amount < 0) return null
  const minor = Math.round(amount * 100)
  if (Math.abs(amount * 100 - minor) > 1e-6 || !Number.isSafeInteger(minor)) return null
  return minor
}

/** Turns minor units into the decimal number of a protocol. */
export function toDecimal(minor: number): number {
  return minor / 100
}
