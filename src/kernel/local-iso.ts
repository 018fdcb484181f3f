/**
 * An instant by the clock of a place with its offset, `2026-12-24T19:00:00+04:00`: search engines and wallets show the
 * local part as it is written.
 */
export function localIso(instant: string | Date, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(new Date(instant).getTime())
    .toZonedDateTimeISO(timeZone)
    .toString({ timeZoneName: 'never', smallestUnit: 'second' })
}
