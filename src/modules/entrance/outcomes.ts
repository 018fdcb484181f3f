/** Outcomes of a scan. Pure: offline scanners give the same answers. */

export const outcomes = [
  /** Admitted. */
  'Admitted',
  /** The ticket has already been used. */
  'AlreadyUsed',
  /** The ticket was transferred since this code was created. */
  'OldCode',
  /** For rotating codes: a screenshot, or a typed identifier. */
  'StaleCode',
  /** Returned or cancelled. */
  'Returned',
  /** Its seat was lost to another vehicle: the holder chooses another departure, or is refunded. */
  'NoSeat',
  /** Its order is not paid, or was refunded. */
  'NotPaid',
  /** For another item. */
  'WrongEvent',
  /** For another date of the same group, or outside check-in hours. */
  'WrongDay',
  /** For another gate. */
  'WrongGate',
  /** Gets on at another stop. */
  'WrongStop',
  /** Not one of our tickets, or forged. */
  'Unknown',
  /** Admitted offline although the ticket was no longer valid. */
  'Conflict',
] as const
export type Outcome = (typeof outcomes)[number]

/** Tickets are scanned from this many hours before doors (or the start) until this many after the end. */
const hoursBefore = 12
const hoursAfter = 12
/** Assumed duration of an event without an end. */
const usualHours = 8

interface Times {
  readonly startsAt: Date
  readonly doorsAt: Date | null
  readonly endsAt: Date | null
  /** For an offer without a date: start of validity; `startsAt` is its end. */
  readonly validFrom: Date | null
}

/** Check-in hours: from when until when people are admitted. */
export function entranceWindow({ startsAt, doorsAt, endsAt, validFrom }: Times): {
  readonly opensAt: Date
  readonly closesAt: Date
} {
  const hour = 3_600_000
  if (validFrom) return { opensAt: validFrom, closesAt: startsAt }
  const first = doorsAt && doorsAt < startsAt ? doorsAt : startsAt
  const end = endsAt ?? new Date(startsAt.getTime() + usualHours * hour)
  return {
    opensAt: new Date(first.getTime() - hoursBefore * hour),
    closesAt: new Date(end.getTime() + hoursAfter * hour),
  }
}
