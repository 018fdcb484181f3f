import { minorDigitsOf } from '#kernel/money.ts'

/** `12.50` for an input. */
export function majorText(minor: number | null, currency = 'GEL'): string {
  const digits = minorDigitsOf(currency)
  const unit = 10 ** digits
  return minor === null ? '' : (minor / unit).toFixed(minor % unit === 0 ? 0 : digits)
}

/** Minor units of a typed amount, with a point or a comma; null if it is none. */
export function minorOfText(text: string, currency = 'GEL'): number | null {
  const [, whole, decimals = ''] = /^(\d{1,5})(?:[.,](\d{1,3}))?$/.exec(text.trim()) ?? []
  const digits = minorDigitsOf(currency)
  if (whole === undefined || decimals.length > digits) return null
  return Number(`${whole}${decimals.padEnd(digits, '0')}`)
}

/** An amount changed by a percentage, rounded half up to ten minor units. */
export function changedBy(minor: number, percent: number): number {
  return Math.max(0, Math.floor((minor * (100 + percent)) / 1000 + 0.5) * 10)
}
