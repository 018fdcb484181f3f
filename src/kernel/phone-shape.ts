/** What a text must look like to be a phone number; whether it is one is decided by the server (`phone.ts`). Pure, for forms. */

const fewestDigits = 5
const mostDigits = 20

/** A typed or pasted text without what nobody sees: marks of direction, joiners, blanks around it. */
export function barePhone(text: string): string {
  return text.replaceAll(/\p{Cf}/gu, '').trim()
}

/** Digits of any script with the separators that people write: blanks, brackets, dots, slashes, dashes of any length. */
export function hasPhoneShape(text: string, fewest = fewestDigits): boolean {
  const bare = barePhone(text)
  if (!/^[+＋]?[\p{Nd}\s().,/\p{Pd}−]+$/u.test(bare)) return false
  const digits = bare.replaceAll(/\P{Nd}/gu, '').length
  return digits >= fewest && digits <= mostDigits
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
