/** Tetri of lari that somebody typed, with a point or a comma; null where that is no amount. */
export function tetriOf(typed: string): number | null {
  const tidy = typed.trim().replace(',', '.')
  return /^\d{1,6}(\.\d{1,2})?$/.test(tidy) ? Math.round(Number(tidy) * 100) : null
}
