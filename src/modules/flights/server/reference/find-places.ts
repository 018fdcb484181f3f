/** Finds airports and airlines by code or by name in Georgian, Latin or Russian letters, tolerating typing errors. */
import { normalizedKey, normalizedWords, readingsOf } from '#modules/search/server/public-api.ts'
import { airlines, type Airline } from './airlines.ts'
import { airports, type Airport } from './airports.ts'
import { countryNames } from '#modules/passengers/server/public-api.ts'

interface Entry<Value> {
  readonly value: Value
  readonly codes: readonly string[]
  /** Normalised words of all its names, without those of its country. */
  readonly words: readonly string[]
  readonly countryWords: readonly string[]
}

const airportEntries: readonly Entry<Airport>[] = [...airports.values()].map((airport) => ({
  value: airport,
  codes: [airport.code, airport.cityCode],
  words: wordsOf([...Object.values(airport.city), ...Object.values(airport.name)]),
  countryWords: wordsOf(Object.values(countryNames(airport.country))),
}))

const airlineEntries: readonly Entry<Airline>[] = [...airlines.values()].map((airline) => ({
  value: airline,
  codes: [airline.code],
  words: wordsOf(Object.values(airline.name)),
  countryWords: [],
}))

function wordsOf(names: readonly string[]): string[] {
  return [
    ...new Set(
      names.flatMap((name) => [...normalizedWords(name), ...normalizedKey(name).split(' ')]),
    ),
  ]
}

export function findAirports(text: string, most: number): Airport[] {
  return find(airportEntries, text, most)
}

export function findAirlines(text: string, most: number): Airline[] {
  return find(airlineEntries, text, most)
}

/** Best matches first: code, whole word, prefix, country, word with one error. */
function find<Value>(entries: readonly Entry<Value>[], text: string, most: number): Value[] {
  const typed = text.trim()
  if (typed === '') return []
  const code = typed.toUpperCase()
  const words = typed.split(/[\s,]+/).filter(Boolean)
  const readings = words.map((word) => {
    const { usual, rare } = readingsOf(word)
    return { usual, all: [...usual, ...rare] }
  })
  const ranked = entries.flatMap((entry) => {
    const own = entry.codes.indexOf(code)
    const ranks = readings.map(({ usual, all }) => rankOf(entry, usual, all))
    const worst = Math.max(...ranks)
    const rank = own >= 0 ? own : worst
    return Number.isFinite(rank) ? [{ entry, rank }] : []
  })
  return ranked
    .toSorted((left, right) => left.rank - right.rank)
    .slice(0, most)
    .map(({ entry }) => entry.value)
}

function rankOf<Value>(
  { words, countryWords }: Entry<Value>,
  usual: readonly string[],
  all: readonly string[],
): number {
  if (words.some((word) => usual.includes(word))) return 2
  if (words.some((word) => usual.some((reading) => word.startsWith(reading)))) return 3
  if (words.some((word) => all.some((reading) => word.startsWith(reading)))) return 4
  if (countryWords.some((word) => usual.some((reading) => word.startsWith(reading)))) return 5
  const longEnough = usual.filter(({ length }) => length >= 4)
  if (words.some((word) => longEnough.some((reading) => isOneErrorApart(word, reading)))) return 6
  return Infinity
}

/** Whether a word, or a prefix of it, differs by one insertion, deletion, substitution or transposition. */
function isOneErrorApart(word: string, typed: string): boolean {
  for (const end of [typed.length - 1, typed.length, typed.length + 1])
    if (end <= word.length && isNear(word.slice(0, end), typed)) return true
  return false
}

function isNear(left: string, right: string): boolean {
  let start = 0
  while (start < left.length && left[start] === right[start]) start += 1
  const [a, b] = [left.slice(start), right.slice(start)]
  return (
    a.slice(1) === b.slice(1) ||
    a.slice(1) === b ||
    a === b.slice(1) ||
    (a.length > 1 && a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2))
  )
}
