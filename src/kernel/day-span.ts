/** Spans of days by the clock of Tbilisi, where organisers' figures are counted. */

export const countedIn = 'Asia/Tbilisi'

/** Instants, the end exclusive. */
export interface Span {
  readonly from: Date | null
  readonly until: Date | null
}

/** A day is whole, an instant is itself; both ends belong to the span. */
export function spanOf({
  dateFrom,
  dateTo,
}: {
  readonly dateFrom?: string | undefined
  readonly dateTo?: string | undefined
}): Span {
  return {
    from: dateFrom === undefined ? null : startOf(dateFrom),
    until: dateTo === undefined ? null : endOf(dateTo),
  }
}

function startOf(at: string): Date {
  return at.includes('T') ? new Date(at) : instantOf(Temporal.PlainDate.from(at))
}

function endOf(at: string): Date {
  if (at.includes('T')) return new Date(Date.parse(at) + 1)
  return instantOf(Temporal.PlainDate.from(at).add({ days: 1 }))
}

export function instantOf(day: Temporal.PlainDate): Date {
  return new Date(day.toZonedDateTime(countedIn).epochMilliseconds)
}

export function dayOf(at: Date): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime())
    .toZonedDateTimeISO(countedIn)
    .toPlainDate()
}
