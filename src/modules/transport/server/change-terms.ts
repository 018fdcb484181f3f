/** Deadline and fee of changing a ticket. */
import type { Run, RunStop } from '#modules/timetable/server/public-api.ts'
import { departureOf } from './stretch.ts'

/** The carrier's terms for a ticket with this boarding stop; the fee is per ticket, in tetri. */
export function changeTermsOf(
  { agency }: Pick<Run, 'agency'>,
  from: RunStop,
): { readonly until: Date; readonly feeMinor: number } {
  const { changeUntilSeconds, changeFeeMinor, freeAfterDelaySeconds } = agency.terms
  // Long delays allow free changes until the actual departure.
  if (from.delaySeconds >= freeAfterDelaySeconds) return { until: departureOf(from), feeMinor: 0 }
  const until = new Date(from.departsAt.getTime() - changeUntilSeconds * 1000)
  return { until, feeMinor: changeFeeMinor }
}

/** Path of the page for changing a ticket. */
export function changePathOf(ticketIdentifier: string): string {
  return `/transport/change/${encodeURIComponent(ticketIdentifier)}`
}
