/** Deadline and fee of changing a ticket. */
import type { Agency, ChangeTerms, Run, RunStop } from '#modules/timetable/server/public-api.ts'
import { laterOf } from '#modules/returns/server/public-api.ts'
import { departureOf } from './stretch.ts'

/** The carrier's terms of changes as they were when the terms of an order were accepted. */
export function acceptedChangeTerms(
  { terms, formerChangeTerms }: Pick<Agency, 'terms' | 'formerChangeTerms'>,
  acceptedAt: Date,
): ChangeTerms {
  return formerChangeTerms.find(({ until }) => acceptedAt < until) ?? terms
}

/** What a ticket keeps of what its buyer was told. */
export interface AcceptedTerms {
  /** When the terms of its order were accepted. */
  readonly acceptedAt: Date
  /** Everything is refunded until then, as its holder was told; so it may be changed free of charge. */
  readonly fullRefundUntil: Date | null
}

/** The terms for a ticket with this boarding stop; the fee is per ticket, in tetri. */
export function changeTermsOf(
  { agency }: Pick<Run, 'agency'>,
  from: RunStop,
  { acceptedAt, fullRefundUntil }: AcceptedTerms,
  now: Date,
): { readonly until: Date; readonly feeMinor: number } {
  const terms = acceptedChangeTerms(agency, acceptedAt)
  // Long delays allow free changes until the actual departure, and until the one that was announced if that is later.
  const isPromised = fullRefundUntil !== null && now <= fullRefundUntil
  if (isVeryLate(from, terms) || isPromised)
    return { until: laterOf(departureOf(from), fullRefundUntil), feeMinor: 0 }
  const until = new Date(from.departsAt.getTime() - terms.changeUntilSeconds * 1000)
  return { until, feeMinor: terms.changeFeeMinor }
}

/** Whether a ticket with this boarding stop may be returned and changed free of charge. */
export function isVeryLate(
  { delaySeconds }: Pick<RunStop, 'delaySeconds'>,
  { freeAfterDelaySeconds }: Pick<ChangeTerms, 'freeAfterDelaySeconds'>,
): boolean {
  return delaySeconds >= freeAfterDelaySeconds
}

/** Path of the page for changing a ticket. */
export function changePathOf(ticketIdentifier: string): string {
  return `/transport/change/${encodeURIComponent(ticketIdentifier)}`
}
