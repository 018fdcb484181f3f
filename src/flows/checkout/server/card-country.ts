import { internationalPhone } from '#modules/orders/server/public-api.ts'

/** Where the shop is at home: what is not known is taken to be from there. */
const homeCountry = 'GE'

/** A country of which the shop knows nothing in particular; ISO 3166-1 leaves it to its users. */
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
 * The country a buyer's card is probably from, ISO 3166-1. The card itself is known to nobody before the acquirer's page
 * is open, and the acquirer is chosen before that: the buyer's phone says most about it.
 */
export function probableCardCountry(phone: string): string {
  const number = phone.trim() === '' ? null : internationalPhone(phone)
  if (number === null) return homeCountry
  return countryOfCallingCode.find(([code]) => number.startsWith(code))?.[1] ?? otherCountry
}
