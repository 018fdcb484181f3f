/**
 * Georgian says "in", "from", "on" with endings: თბილისში, თბილისიდან, ზღვაზე. An asked word is also looked
 * up without them, and the nominative's vowel may go (თბილის-ი, ზღვ-ა), so that what is left is the beginning
 * of every form of the name.
 */
const endings: readonly string[] = [
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
const stemLeast = 3

/** Beginnings that all forms of this folded word share, the longest first; none for short words. */
export function stemsOf(folded: string): string[] {
  const stems: string[] = []
  for (const ending of endings) {
    if (!folded.endsWith(ending) || folded.length - ending.length < stemLeast) continue
    stems.push(folded.slice(0, -ending.length))
    break
  }
  for (const form of [folded, ...stems]) {
    if (vowels.includes(form.at(-1) ?? '-') && form.length > stemLeast + 1)
      stems.push(form.slice(0, -1))
  }
  return [...new Set(stems)]
}
