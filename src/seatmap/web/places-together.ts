import type { Locale } from '#kernel/locale.ts'

/**
 * Combines names of places: the common part of places in one row is named once. Georgian has the singular with numbers,
 * so that several seats need their noun only once: `ადგილი 8, 9`.
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
    .map(([row, seats]) =>
      seats.length > 0
        ? `${row} · ${locale === 'ka' ? withOneNoun(seats) : seats.join(', ')}`
        : row,
    )
    .join('; ')
}

function withOneNoun(seats: readonly string[]): string {
  const [first = '', ...others] = seats
  const noun = first.slice(0, first.lastIndexOf(' ') + 1)
  return [
    first,
    ...others.map((seat) => (seat.startsWith(noun) ? seat.slice(noun.length) : seat)),
  ].join(', ')
}
