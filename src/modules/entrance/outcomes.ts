/** Outcomes of a scan. Pure: offline scanners give the same answers. */

export const outcomes = [
  /** Let in: the one time that counts. */
  'Admitted',
  /** The ticket has let somebody in before. */
  'AlreadyUsed',
  /** The ticket has changed hands since this code was made. */
  'OldCode',
  /** Where codes change: a picture of one, or a number read out. */
  'StaleCode',
  /** Given back, or taken back. */
  'Returned',
  /** Its order is not paid, or no more. */
  'NotPaid',
  /** Of something else. */
  'WrongEvent',
  /** Of another date of the same, or the door is not open on this day. */
  'WrongDay',
  /** Not by this way in. */
  'WrongGate',
  /** Gets on at another stop. */
  'WrongStop',
  /** No ticket of ours, or forged. */
  'Unknown',
  /** Somebody was let in without a network although the ticket was not good any more. */
  'Conflict',
] as const
export type Outcome = (typeof outcomes)[number]

/** Hours before doors (or the beginning) from which a ticket is scanned, and after the end until when. */
const hoursBefore = 12
const hoursAfter = 12
/** How long after its beginning an event without a known end is taken to be over. */
const usualHours = 8

interface Times {
  readonly startsAt: Date
  readonly doorsAt: Date | null
  readonly endsAt: Date | null
  /** Of an offer, which has no date: from when it is good; `startsAt` is until when. */
  readonly validFrom: Date | null
}

/** From when until when a door lets anybody in. */
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
