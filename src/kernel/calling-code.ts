/** Calling codes of two digits (ITU E.164); 1 and 7 have one, all others three. */
const twoDigits = new Set(
  `20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 81 82 84 86 90 91
   92 93 94 95 98`.split(/\s+/),
)

/** The country calling code of a phone in the international form: `995` of `+995555123456`. */
export function callingCodeOf(phone: string): string {
  const digits = phone.replaceAll(/\D/g, '')
  if (digits.startsWith('1') || digits.startsWith('7')) return digits.slice(0, 1)
  return twoDigits.has(digits.slice(0, 2)) ? digits.slice(0, 2) : digits.slice(0, 3)
}
