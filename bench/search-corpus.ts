/** A hundred thousand shows with Georgian-sounding words, and queries of every kind. */
import { personDocument, showDocument, venueDocument } from '#modules/search/server/documents.ts'
import type { SearchDocument } from '#modules/search/server/text-index.ts'
import type { LocalizedText } from '#kernel/locale.ts'

const georgianOfLatin: Readonly<Record<string, string>> = {
  a: 'ა', b: 'ბ', g: 'გ', d: 'დ', e: 'ე', v: 'ვ', z: 'ზ', t: 'თ', i: 'ი', k: 'კ', l: 'ლ', m: 'მ',
  n: 'ნ', o: 'ო', r: 'რ', s: 'ს', u: 'უ', p: 'ფ', q: 'ყ', h: 'ჰ', j: 'ჯ', x: 'ხ', c: 'ც', y: 'შ', w: 'ჩ',
} // prettier-ignore
const nationalOfLatin: Readonly<Record<string, string>> = { x: 'kh', c: 'ts', y: 'sh', w: 'ch' }
const onsets = 'b g d v z t k l m n r s p q h j x c y w mt kv sv gr tr br kr xv'.split(' ')
const vowels = 'a e i o u a i e'.split(' ')
const surnameEndings = ['yvili', 'dze', 'ia', 'ava', 'iani', 'eli', 'uli', 'ua']
const cities = ['tbilisi', 'batumi', 'kutaisi', 'rustavi', 'telavi', 'zugdidi', 'gori', 'poti']
const kinds = ['koncerti', 'sapexburto', 'teatri', 'opera', 'jazi', 'festivali', 'gamopena', 'kino']

/** A reproducible random generator. */
function chance(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

export interface SearchBenchCorpus {
  readonly documents: readonly SearchDocument<string>[]
  readonly questions: readonly string[]
}

export function makeSearchCorpus(shows: number, questionCount: number): SearchBenchCorpus {
  const random = chance(20_261_121)
  const pick = <Value>(list: readonly Value[]): Value =>
    list[Math.floor(random() * list.length)] as Value
  const word = (least: number, most: number): string =>
    Array.from(
      { length: least + Math.floor(random() * (most - least + 1)) },
      () => pick(onsets) + pick(vowels),
    ).join('')
  const text = (latin: string): LocalizedText => ({
    ka: [...latin].map((letter) => georgianOfLatin[letter] ?? letter).join(''),
    en: [...latin].map((letter) => nationalOfLatin[letter] ?? letter).join(''),
  })
  const nouns = Array.from({ length: 25_000 }, () => word(2, 4))
  const first = Array.from({ length: 300 }, () => word(2, 3))
  const surnames = Array.from({ length: 12_000 }, () => word(1, 3) + pick(surnameEndings))
  const people = Array.from({ length: 30_000 }, () => text(`${pick(first)} ${pick(surnames)}`))
  const places = Array.from({ length: 1_500 }, () => ({
    name: text(`${pick(nouns)} ${pick(kinds)}`),
    city: text(pick(cities)),
  }))
  // A few words are frequent in names, most are rare.
  const noun = (): string => nouns[Math.floor(random() ** 3 * nouns.length)] ?? ''
  const documents: SearchDocument<string>[] = []
  const names: string[] = []
  for (let id = 1; id <= shows; id += 1) {
    const name = text(Array.from({ length: 1 + Math.floor(random() * 4) }, noun).join(' '))
    names.push(name.ka, name.en)
    documents.push(
      showDocument(`show:${id}`, {
        name,
        performers: Array.from({ length: Math.floor(random() * 3) }, () => ({
          name: pick(people),
        })),
        places: [pick(places)],
        categories: [text(pick(kinds)), text(pick(kinds))],
        popularity: Math.floor(random() * 1_000),
        overAt: random() < 0.3 ? 0 : 2,
      }),
    )
  }
  for (const [id, place] of places.entries())
    documents.push(venueDocument(`venue:${id}`, { ...place, eventCount: 20 }))
  for (const [id, name] of people.entries())
    documents.push(personDocument(`person:${id}`, { name, popularity: 10, overAt: 2 }))
  const questions = Array.from({ length: questionCount }, (_, at) =>
    question(at, { random, pick, names, people, places }),
  )
  return { documents, questions }
}

interface Sources {
  readonly random: () => number
  readonly pick: <Value>(list: readonly Value[]) => Value
  readonly names: readonly string[]
  readonly people: readonly LocalizedText[]
  readonly places: readonly { readonly name: LocalizedText; readonly city: LocalizedText }[]
}

/** In rotation: a name, its beginning, a misspelling, a person, words of two fields, a city, noise. */
function question(at: number, { random, pick, names, people, places }: Sources): string {
  const name = pick(names)
  const cut = 1 + Math.floor(random() * name.length)
  const position = Math.floor(random() * name.length)
  const place = pick(places)
  switch (at % 8) {
    case 0:
      return name
    case 1:
    case 2:
      return name.slice(0, cut)
    case 3:
      return name.slice(0, position) + name.slice(position + 1)
    case 4:
      return swapped(name, position)
    case 5:
      return random() < 0.5 ? pick(people).en : pick(people).ka.slice(0, 8)
    case 6:
      return `${name.split(' ')[0]} ${place.city.ka.slice(0, -1)}ში`
    default:
      return random() < 0.5 ? place.city.en : `${place.name.en} qwzx`
  }
}

function swapped(name: string, at: number): string {
  return name.slice(0, at) + (name[at + 1] ?? '') + (name[at] ?? '') + name.slice(at + 2)
}
