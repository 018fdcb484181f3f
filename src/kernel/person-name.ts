/** Validation of people's names, which are shown to others, put into emails and printed on tickets. */

/**
 * Controls, line and paragraph separators, characters that change the direction of writing or are invisible, private
 * use. The joiners U+200C and U+200D stay: some scripts need them between letters.
 */
const unprintable = /(?![\u200C\u200D])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/u

/** Marks that nobody sees and that come along with pasted text: of direction, of width zero, soft hyphens. */
const invisible = /[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g

/** The joiners anywhere but between letters of a script that needs them, such as Arabic. */
const needlessJoiner =
  /(?<![\p{L}\p{M}])[\u200C\u200D]|[\u200C\u200D](?![\p{L}\p{M}])|(?<=[\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Geor}\p{sc=Armn}\p{sc=Hebr}])[\u200C\u200D]/gu

/** `son of`, `daughter of` and their like, as passports of some countries write them: `Priya d/o Kumar`. */
const descent = /(?<=^|[ (])(?:[bcdhsw]\/o|a\/[lp])(?=$|[ ).])/giu

/** Dots of other scripts that browsers treat as the dot of a domain name. */
const otherDots = /[\u3002\uFF0E\uFF61\u2024]/g

/**
 * What a mail program would turn into a link, or what reads as an address: a scheme, `@`, slashes, `www.`, numbers
 * with dots, and words joined by a dot, except an initial before a name (`თ.ბერიძე`, `J.Smith`).
 */
const addresses: readonly RegExp[] = [
  /[@/\\<>]/u,
  /:\S/u,
  /\bwww\./iu,
  /\d\.\d/u,
  /[\p{L}\p{M}\p{N}_-]{2}\.[\p{L}\p{N}]{2}/u,
  // One letter before the dot: short domains are lower case (`t.me`), a surname after an initial is not.
  /(?:^|[^\p{L}])[\p{L}\p{N}]\.[a-z]{2,}/u,
  /\p{N}\.\p{L}{2}/u,
  /\.გე(?!\p{L})/u,
]

/** A name in composed form (NFC), without invisible marks, with single plain spaces between its words. */
export function tidyName(name: string): string {
  return withoutMarks(name)
    .replaceAll(needlessJoiner, '')
    .normalize('NFC')
    .replaceAll(/\p{Zs}+/gu, ' ')
    .trim()
}

/** The same of a name in Latin letters, with the apostrophe and hyphen of a keyboard: documents know no others. */
export function tidyLatinName(name: string): string {
  return tidyName(name)
    .replaceAll(/[\u2018\u2019\u02BC\u2032\uFF07]/g, "'")
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
}

/** A text without marks that nobody sees. Joiners stay: they also hold emoji together. */
export function withoutMarks(text: string): string {
  return text.replaceAll(invisible, '')
}

/** Whether a normalised name contains only characters allowed in names; empty is allowed here. */
export function isPlainName(name: string): boolean {
  if (unprintable.test(name)) return false
  // NFKC: compatibility forms (full-width letters, circled dots) are compared as the characters they resemble.
  const seen = name.normalize('NFKC').replaceAll(otherDots, '.').replaceAll(descent, ' ')
  return !addresses.some((address) => address.test(seen))
}
