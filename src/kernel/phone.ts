/** The one form in which phone numbers are stored, compared and sent to: `+995555123456`. Server only: the plans of all countries are large. */
import { parsePhoneNumberFromString, type PhoneNumber } from 'libphonenumber-js/min'
import { hasPhoneShape } from './phone-shape.ts'

const home = 'GE'
/** Of numbers abroad only the length is checked: plans of numbers change more often than the library does. */
const homeCallingCode = '995'

/**
 * `+995555123456` of a number in any notation; a number without a country code is Georgian. Zeros that are dialled
 * within a country only (`+995 0555…`, `+44 07700…`) are dropped. Null for a text that is no phone number.
 */
export function internationalPhone(given: string): string | null {
  if (!hasPhoneShape(given)) return null
  const bare = barePhone(given)
  const phone = parse(bare)
  const first = phone && accepted(phone)
  if (first !== null && first !== undefined) return first
  // More zeros than the country has, such as `+995 00555…`, or a Georgian number after two zeros.
  const withoutZeros = phone && `+${phone.countryCallingCode}${zerosOff(phone.nationalNumber)}`
  for (const text of [withoutZeros, zerosOff(bare)]) {
    const other = text ? parse(text) : undefined
    const number = other && accepted(other)
    if (number) return number
  }
  return null
}

/** Whether a text is a number in the stored form. */
export function isInternationalPhone(text: string): boolean {
  return internationalPhone(text) === text
}

/** The country calling code of a phone in the international form: `995` of `+995555123456`; empty when there is none. */
export function callingCodeOf(phone: string): string {
  return parsePhoneNumberFromString(phone)?.countryCallingCode ?? ''
}

/**
 * A typed or pasted text without what nobody sees (marks of direction, joiners, rare blanks), without the `tel:` of a
 * copied link, and without a bracket before its plus: the library reads `(995)`, but not `(+995)`.
 */
function barePhone(text: string): string {
  return text
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\s/g, ' ')
    .trim()
    .replace(/^tel:/i, '')
    .replace(/^[ ([（［]*[+＋]/, '+')
}

function parse(text: string): PhoneNumber | undefined {
  return parsePhoneNumberFromString(text, { defaultCountry: home, extract: false })
}

function accepted(phone: PhoneNumber): string | null {
  if (phone.isValid()) return phone.number
  const isAbroad = phone.countryCallingCode !== homeCallingCode
  return isAbroad && phone.isPossible() && !phone.nationalNumber.startsWith('0')
    ? phone.number
    : null
}

function zerosOff(digits: string): string {
  return digits.replace(/^0+/, '')
}
