/** Travel documents of saved passengers and of passengers of orders. Pure; shared by browsers and servers. */

export const documentKinds = [
  'passport',
  'identity-card',
  'residence-permit',
  'birth-certificate',
] as const
export type DocumentKind = (typeof documentKinds)[number]

/** Basic Latin letters, as in the machine-readable zone of a passport. */
export const latinName = /^[A-Za-z][A-Za-z .'-]*$/

/** Removes spaces and hyphens and converts to upper case. */
export function normalizeDocumentNumber(number: string): string {
  return number.normalize('NFC').replaceAll(/[\s-]/g, '').toUpperCase()
}
