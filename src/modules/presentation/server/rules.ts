/** Pure functions of this module. */
/** `2026-11-21`: the day in Tbilisi. */
export function localDay(at: Date): string {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime())
    .toZonedDateTimeISO('Asia/Tbilisi')
    .toPlainDate()
    .toString()
}

/** Picks an item with a probability proportional to its weight. `share` is in [0, 1). */
export function pickByWeight<Item extends { readonly weight: number }>(
  items: readonly Item[],
  share: number,
): Item | null {
  const total = items.reduce((sum, item) => sum + item.weight, 0)
  let left = share * total
  for (const item of items) {
    left -= item.weight
    if (left < 0) return item
  }
  return items.at(-1) ?? null
}
