/** Until when and for what fee a ticket may be changed. */
import type { Run, RunStop } from '#modules/timetable/server/public-api.ts'
import { departureOf } from './stretch.ts'

/** The carrier's terms for a ticket that boards at a stop; the fee is for each ticket, in tetri. */
export function changeTermsOf(
  { agency }: Pick<Run, 'agency'>,
  from: RunStop,
): { readonly until: Date; readonly feeMinor: number } {
  const { changeUntilSeconds, changeFeeMinor, freeAfterDelaySeconds } = agency.terms
  // Until the vehicle leaves.
  if (from.delaySeconds >= freeAfterDelaySeconds) return { until: departureOf(from), feeMinor: 0 }
  const until = new Date(from.departsAt.getTime() - changeUntilSeconds * 1000)
  return { until, feeMinor: changeFeeMinor }
}

/** The page where a ticket is changed. */
export function changePathOf(ticketIdentifier: string): string {
  return `/transport/change/${encodeURIComponent(ticketIdentifier)}`
}
