/** Combines names of places: the common part of places in one row is named once. */
export function placesTogether(names: readonly string[]): string {
  const rows = new Map<string, string[]>()
  for (const name of names) {
    const at = name.lastIndexOf(' · ')
    const row = at === -1 ? name : name.slice(0, at)
    const seats = rows.get(row) ?? []
    if (at !== -1) seats.push(name.slice(at + 3))
    rows.set(row, seats)
  }
  return [...rows]
    .map(([row, seats]) => (seats.length > 0 ? `${row} · ${seats.join(', ')}` : row))
    .join('; ')
}
