/**
 * Georgian bank account numbers (ISO 13616): GE, two check digits, two letters of the bank, sixteen digits of the
 * account; rearranged and converted to a number, the remainder modulo 97 is 1.
 */
export function readIban(text: string): string | null {
  const iban = text.replaceAll(/[\s-]/g, '').toUpperCase()
  if (!/^GE\d{2}[A-Z]{2}\d{16}$/.test(iban)) return null
  return remainderOf97(`${iban.slice(4)}${iban.slice(0, 4)}`) === 1 ? iban : null
}

/** Letters count as 10 to 35. Computed digit by digit, so that numbers stay exact. */
function remainderOf97(text: string): number {
  let remainder = 0
  for (const sign of text) {
    const value = Number.parseInt(sign, 36)
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97
  }
  return remainder
}

/** `GE29 •••• 1901`: enough to tell one's own accounts apart. */
export function ibanHint(iban: string): string {
  return `${iban.slice(0, 4)} •••• ${iban.slice(-4)}`
}
