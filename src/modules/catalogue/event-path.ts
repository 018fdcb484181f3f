/** The page of a date, where its places are chosen; without a locale prefix. Others learn it from `placesPath`. */
export function eventPath(eventId: number | string): string {
  return `/events/${eventId}`
}
