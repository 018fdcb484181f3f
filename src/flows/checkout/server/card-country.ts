import { internationalPhone } from '#kernel/phone.ts'

/** The shop's own country, assumed when the country is unknown. */
const homeCountry = 'GE'

/** Placeholder for any other country; a user-assigned code of ISO 3166-1. */
const otherCountry = 'ZZ'

const countryOfCallingCode: readonly (readonly [string, string])[] = [
  ['+995', 'GE'],
  ['+994', 'AZ'],
  ['+374', 'AM'],
  ['+380', 'UA'],
  ['+972', 'IL'],
  ['+971', 'AE'],
  ['+90', 'TR'],
]

/**
 * The probable country of a buyer's card, ISO 3166-1. The card is unknown until it is typed on the acquirer's page, but
 * the acquirer must be chosen before: the buyer's phone number is the best indication.
 */
export function probableCardCountry(phone: string): string {
  const number = phone.trim() === '' ? null : internationalPhone(phone)
  if (number === null) return homeCountry
  return countryOfCallingCode.find(([code]) => number.startsWith(code))?.[1] ?? otherCountry
}
