/** Validation of people's names, which are shown to others, put into emails and printed on tickets. */

/**
 * Controls, line and paragraph separators, characters that change the direction of writing or are invisible, private
 * use. The joiners U+200C and U+200D stay: some scripts need them between letters.
 */
const unprintable = /(?![\u200C\u200D])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/u

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

/** A name in composed form (NFC) with single spaces between its words. */
export function tidyName(name: string): string {
  return name.normalize('NFC').replaceAll(/ +/g, ' ').trim()
}

/** Whether a normalised name contains only characters allowed in names; empty is allowed here. */
export function isPlainName(name: string): boolean {
  if (unprintable.test(name)) return false
  // NFKC: compatibility forms (full-width letters, circled dots) are compared as the characters they resemble.
  const seen = name.normalize('NFKC').replaceAll(otherDots, '.')
  return !addresses.some((address) => address.test(seen))
}
