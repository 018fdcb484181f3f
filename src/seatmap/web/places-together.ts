import type { Locale } from '#kernel/locale.ts'

/**
 * Combines names of places: the common part of places in one row is named once, and so is the noun of its seats.
 * Georgian has the singular with numbers (`ადგილი 8, 9`), English the plural (`Seats 8, 9`).
 */
export function placesTogether(names: readonly string[], locale: Locale): string {
  const rows = new Map<string, string[]>()
  for (const name of names) {
    const at = name.lastIndexOf(' · ')
    const row = at === -1 ? name : name.slice(0, at)
    const seats = rows.get(row) ?? []
    if (at !== -1) seats.push(name.slice(at + 3))
    rows.set(row, seats)
  }
  return [...rows]
    .map(([row, seats]) => (seats.length > 0 ? `${row} · ${withOneNoun(seats, locale)}` : row))
    .join('; ')
}

/** `Seats 8, 9`, if all of them have the same noun. */
function withOneNoun(seats: readonly string[], locale: Locale): string {
  const [first = ''] = seats
  const noun = /^\p{L}+(?= \S+$)/u.exec(first)?.[0]
  if (
    seats.length === 1 ||
    noun === undefined ||
    !seats.every((seat) => seat.startsWith(`${noun} `))
  )
    return seats.join(', ')
  const numbers = seats.map((seat) => seat.slice(noun.length + 1))
  return `${locale === 'ka' ? noun : pluralOf(noun)} ${numbers.join(', ')}`
}

/** Of regular English nouns, as plans have: seats, tables, boxes. */
function pluralOf(noun: string): string {
  return /(?:s|x|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`
}
