/** `12.50` for an input. */
export function majorText(minor: number | null): string {
  return minor === null ? '' : (minor / 100).toFixed(minor % 100 === 0 ? 0 : 2)
}

/** Minor units of a typed amount, with a point or a comma; null if it is none. */
export function minorOfText(text: string): number | null {
  const typed = text.trim().replace(',', '.')
  return /^\d{1,5}(\.\d{1,2})?$/.test(typed) ? Math.round(Number(typed) * 100) : null
}

/** An amount changed by a percentage, rounded half up to ten minor units. */
export function changedBy(minor: number, percent: number): number {
  return Math.max(0, Math.floor((minor * (100 + percent)) / 1000 + 0.5) * 10)
}
