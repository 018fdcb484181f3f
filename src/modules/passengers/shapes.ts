/** Travel documents, as passengers of orders and saved passengers have them. Pure, for browsers and servers. */

export const documentKinds = [
  'passport',
  'identity-card',
  'residence-permit',
  'birth-certificate',
] as const
export type DocumentKind = (typeof documentKinds)[number]

/** Latin letters of any country, as the visible part of a passport has them. */
export const latinName = /^[A-Za-z][A-Za-z .'-]*$/

/** What remains of a document's number: capitals and digits. */
export function tidyDocumentNumber(given: string): string {
  return given.normalize('NFC').replaceAll(/[\s-]/g, '').toUpperCase()
}
