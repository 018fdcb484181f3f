/**
 * Georgian expresses "in", "from" and "on" by suffixes: თბილისში, თბილისიდან, ზღვაზე. A query word is also looked up
 * without them, and the vowel of the nominative may be dropped (თბილის-ი, ზღვ-ა), so that the stem is a prefix of
 * every form of the name.
 */
const suffixes: readonly string[] = [
  'istvis',
  'ebistvis',
  'ebidan',
  'ebzi',
  'ebix',
  'ebis',
  'ebze',
  'ebxi',
  'amde',
  'idan',
  'adan',
  'stan',
  'isken',
  'eba',
  'ebi',
  'dan',
  'tan',
  'tvis',
  'mde',
  'ken',
  'xi',
  'ze',
  'is',
  'it',
  'ad',
  'ma',
  's',
].toSorted((left, right) => right.length - left.length)

const vowels = 'aeiou'
const stemLengthMin = 3
const isEnding = new Set<string>(suffixes)

/** The common prefix of all forms of a word, with a test whether the rest of another word makes it such a form. */
export interface Stem {
  readonly stem: string
  readonly isForm: (rest: string) => boolean
}

/** Any case of a word whose nominative is the stem, or the stem and a vowel. */
function isAnyCase(rest: string): boolean {
  return rest === '' || isEnding.has(rest) || (rest.length === 1 && vowels.includes(rest))
}

/** A final a or e is dropped only before endings that begin with a vowel: ზღვა, ზღვის, but ზღვას. */
function isVowelCase(rest: string): boolean {
  return isEnding.has(rest) && /^(i|eb)/.test(rest)
}

/** Stems of a query word: without its suffix, and without the vowel of its nominative; none for short words. */
export function stemsOf(normalized: string): Stem[] {
  const stems: Stem[] = []
  const suffix = suffixes.find((ending) => normalized.endsWith(ending))
  const bare = suffix === undefined ? '' : normalized.slice(0, -suffix.length)
  if (bare.length >= stemLengthMin) stems.push({ stem: bare, isForm: isAnyCase })
  for (const form of [normalized, bare]) {
    const vowel = form.at(-1) ?? '-'
    if (!vowels.includes(vowel) || form.length <= stemLengthMin + (form === normalized ? 0 : 1))
      continue
    stems.push({ stem: form.slice(0, -1), isForm: vowel === 'i' ? isAnyCase : isVowelCase })
  }
  return stems
}
