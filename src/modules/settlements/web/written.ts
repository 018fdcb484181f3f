/** `2.5%` for 250 hundredths of a percent. */
export function percentOf(basisPoints: number): string {
  return `${basisPoints / 100}%`
}

/** Hundredths of what somebody typed, with a point or a comma; null where that is no number. */
export function hundredthsOf(typed: string): number | null {
  const tidy = typed.trim().replace(',', '.')
  return /^\d{1,7}(\.\d{1,2})?$/.test(tidy) ? Math.round(Number(tidy) * 100) : null
}
