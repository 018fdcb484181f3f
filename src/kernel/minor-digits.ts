/** Currencies whose units have another number of decimal places than two, by ISO 4217. */
const minorDigits: Readonly<Record<string, number>> = { ISK: 0, JPY: 0, KRW: 0, KWD: 3 }

/** Decimal places of amounts in a currency that is known here. */
export function minorDigitsOf(currency: string): number {
  return minorDigits[currency] ?? 2
}
