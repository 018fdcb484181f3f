/** What a text must look like to be a phone number; whether it is one is decided by the server (`phone.ts`). Pure, for forms. */

/** At least four digits, of any script, and no letter but those of a copied link (`tel:`). */
export function hasPhoneShape(text: string): boolean {
  return /^(?:tel:)?(?:[^\p{L}\p{Nd}]*\p{Nd}){4}\P{L}*$/iu.test(text)
}

/** Digits by which a number without its country code is unambiguous, in any notation. */
export const significantDigits = 9

/** What a typed number or a part of one is searched by: its last nine digits, or fewer without zeros before them. */
export function phoneDigitsOf(text: string): string {
  const digits = text.replaceAll(/\D/g, '')
  return digits.length >= significantDigits
    ? digits.slice(-significantDigits)
    : digits.replace(/^0+(?=\d)/, '')
}
