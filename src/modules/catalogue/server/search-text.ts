/**
 * One normal form for all spellings of a Georgian name. Georgian letters, the official romanisation and everyday
 * Latin spellings map to the same letters, so that `ბათუმი`, `batumi` and `Batumi` match, and so do `ყვარელი`,
 * `kvareli` and `qvareli`. Stored texts and queries are both normalised.
 */
const georgian: Readonly<Record<string, string>> = {
  ა: 'a',
  ბ: 'b',
  გ: 'g',
  დ: 'd',
  ე: 'e',
  ვ: 'v',
  ზ: 'z',
  თ: 't',
  ი: 'i',
  კ: 'k',
  ლ: 'l',
  მ: 'm',
  ნ: 'n',
  ო: 'o',
  პ: 'p',
  ჟ: 'zh',
  რ: 'r',
  ს: 's',
  ტ: 't',
  უ: 'u',
  ფ: 'p',
  ქ: 'k',
  ღ: 'gh',
  ყ: 'k',
  შ: 'sh',
  ჩ: 'ch',
  ც: 'ts',
  ძ: 'dz',
  წ: 'ts',
  ჭ: 'ch',
  ხ: 'kh',
  ჯ: 'j',
  ჰ: 'h',
}

/** Latin ways to write one Georgian sound; longer ones first. */
const latin: readonly (readonly [RegExp, string])[] = [
  [/tch/g, 'ch'],
  [/ck/g, 'k'],
  [/c(?!h)|w/g, 'ts'],
  [/ph|f/g, 'p'],
  [/kh|x/g, 'h'],
  [/gh/g, 'g'],
  [/zh/g, 'j'],
  [/dz/g, 'z'],
  [/q/g, 'k'],
  [/y/g, 'i'],
  [/(.)\1+/g, '$1'],
]

/** Folded words parted by single spaces; letters and digits only. */
export function normalizeText(value: string): string {
  let normalized = ''
  for (const letter of value.normalize('NFKD').toLowerCase())
    normalized += georgian[letter] ?? letter
  normalized = normalized.replaceAll(/\p{M}+|['’`ʼ]/gu, '')
  for (const [pattern, replacement] of latin)
    normalized = normalized.replaceAll(pattern, replacement)
  return normalized.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim()
}

/** The folded words of all texts a show is found by, each word once. */
export function searchTextOf(texts: readonly string[]): string {
  return [...new Set(texts.flatMap((text) => normalizeText(text).split(' ')))]
    .filter(Boolean)
    .join(' ')
}
