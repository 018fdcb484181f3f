/** Synonyms in the languages and spellings of queries. Pure. */
import { normalizeStored } from './normalize.ts'

/** One group per meaning; Georgian case forms that the stemmer knows are omitted. */
const groups = [
  'kids kid children child family ბავშვები ბავშვებისთვის ბავშვი საბავშვო საოჯახო дети детям детский детские ребенок',
  'concert concerts gig gigs კონცერტი კონცერტები концерт концерты',
  'theatre theater play plays თეატრი სპექტაკლი სპექტაკლები театр спектакль спектакли',
  'opera operas ოპერა опера оперы',
  'ballet dance ბალეტი ცეკვა балет танец',
  'jazz ჯაზი джаз',
  'rock როკი рок',
  'music მუსიკა музыка',
  'classical კლასიკური классика классический',
  'sport sports match სპორტი მატჩი спорт матч',
  'football soccer ფეხბურთი футбол',
  'festival festivals ფესტივალი ფესტივალები фестиваль',
  'exhibition exhibitions გამოფენა გამოფენები выставка',
  'comedy stand-up standup სტენდაპი კომედია комедия стендап',
  'party club clubbing კლუბი წვეულება клуб вечеринка',
  'restaurant restaurants dinner რესტორანი ვახშამი ресторан',
  'puppets puppet თოჯინები кукольный куклы',
]

const synonyms = new Map<string, Set<string>>()
for (const group of groups) {
  const words = group.split(' ').map(normalizeStored)
  for (const word of words) {
    const known = synonyms.get(word) ?? new Set()
    for (const other of words) if (other !== word) known.add(other)
    synonyms.set(word, known)
  }
}

/** Normalised synonyms of any of these readings. */
export function synonymsOf(readings: readonly string[]): string[] {
  return readings.flatMap((reading) => [...(synonyms.get(reading) ?? [])])
}
