/** Texts as they are printed, letter by letter: no fonts, so that any thread may ask. */

/** Printed where no font has a letter, so that nothing vanishes without a sign. */
export const replacement = '\uFFFD'

/** The minus sign of the Latin font looks like a hyphen; the en dash has the width of one. */
const minus = '\u2212'
const enDash = '\u2013'

/** Spaces of other widths, which not every font has, and ends of lines. */
const otherSpaces = /[\s\u2028\u2029]/gu
const keptSpaces = new Set([' ', '\u00A0', '\u3000'])
const noBreak = new Set(['\u2007', '\u202F'])

/** Marks that nobody sees, but for those that join letters or choose a shape, and those of the direction. */
const controls = /[\p{Cc}\u00AD\uFEFF\u2060-\u2064\u200B]/gu

/** Letters of the fonts that are always loaded, which stand for themselves. */
const plainLetters =
  /^[\u0020-\u007E\u00A0\u00A7\u00A9\u00AB\u00AE\u00B0\u00B7\u00BB\u00BF-\u0151\u0154-\u017F\u10D0-\u10FF\u0410-\u044F\u2013\u2014\u2018-\u201A\u201C-\u201E\u20AC\u20BE]*$/u

/** A text as it can be printed: composed letters, one kind of minus, spaces that fonts have. */
export function printable(text: string): string {
  if (plainLetters.test(text)) return text
  return text
    .normalize('NFC')
    .replaceAll(minus, enDash)
    .replaceAll(otherSpaces, (space) =>
      keptSpaces.has(space) ? space : noBreak.has(space) ? '\u00A0' : ' ',
    )
    .replaceAll(controls, '')
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Letters with the marks that belong to them. */
export function clustersOf(text: string): string[] {
  if (plainLetters.test(text)) return [...text]
  return [...graphemes.segment(text)].map(({ segment }) => segment)
}

/** Joiners, variation selectors and marks of direction have no picture of their own. */
export function isUnseen(letter: string): boolean {
  return /^\p{Default_Ignorable_Code_Point}+$/u.test(letter)
}

/** Whether the fonts that are always loaded have all letters of a text. */
export function isUsualText(text: string): boolean {
  return plainLetters.test(text)
}
