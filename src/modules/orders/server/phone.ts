import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/**
 * `+995555123456`; a number without a country code is Georgian. Null when no phone can have this number: an unknown
 * country, or too few or too many digits for it.
 */
export function internationalPhone(given: string): string | null {
  const phone = parsePhoneNumberFromString(given, 'GE')
  return phone?.isPossible() === true ? phone.number : null
}
