/** `+995555123456`; a number without a country code is Georgian. Null when it is no phone number. */
export function internationalPhone(given: string): string | null {
  const digits = given.replaceAll(/[\s()-]/g, '')
  const phone = digits.startsWith('+') ? digits : `+995${digits.replace(/^(?:00)?995|^0/, '')}`
  return /^\+[1-9]\d{7,14}$/.test(phone) ? phone : null
}
