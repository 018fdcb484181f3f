/**
 * The page of a date, where its places are chosen; without a locale prefix. Other sources give theirs in `placesPath`.
 */
export function eventPath(eventId: number | string): string {
  return `/events/${eventId}`
}
