/** Parses an amount in lari, with a point or a comma, to tetri; null when it is invalid. */
export function tetriOf(typed: string): number | null {
  const normalized = typed.trim().replace(',', '.')
  return /^\d{1,6}(\.\d{1,2})?$/.test(normalized) ? Math.round(Number(normalized) * 100) : null
}
