import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/**
 * `+995555123456`; a number without a country code is Georgian. Null for an invalid number: an unknown country, or a
 * wrong number of digits for it.
 */
export function internationalPhone(given: string): string | null {
  const phone = parsePhoneNumberFromString(given, 'GE')
  return phone?.isPossible() === true ? phone.number : null
}
