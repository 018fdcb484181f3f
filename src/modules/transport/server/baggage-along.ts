/** The baggage of a party when one of its passengers changes to another run: some of it goes along. */
import { baggageOf, readRuns } from '#modules/timetable/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { baggageOfType, riderOfType } from './names.ts'

/** Valid tickets of an order for the same leg range, other than the one that changes. */
export interface StayingTicket {
  readonly ticketTypeId: number
}

/** How many pieces may go along. */
export interface BaggageAlong<Ticket> {
  /** What those who stay may not carry: it goes along whatever was asked for. */
  readonly least: number
  /** What one passenger may carry. */
  readonly most: number
  readonly going: readonly Ticket[]
}

/**
 * Which pieces of baggage go along with one passenger of a run: as many as were asked for, but no more than one may have, and
 * no fewer than those who stay may not carry, so that none travels without anybody. Not asked: no more than have to.
 */
export async function baggageAlong<Ticket extends StayingTicket>(
  context: Context,
  { runId, others }: { readonly runId: number; readonly others: readonly Ticket[] },
  asked: number | undefined,
): Promise<BaggageAlong<Ticket>> {
  const [run] = await readRuns(context, [runId])
  if (!run) return { least: 0, most: 0, going: [] }
  const { agencyId, terms } = run.agency
  const stayingCount = others.filter(
    ({ ticketTypeId }) => riderOfType(ticketTypeId, terms.riders) !== null,
  ).length
  const [have, may]: [Ticket[], Ticket[]] = [[], []]
  for (const { baggageId, perPassengerMax } of await baggageOf(context, agencyId)) {
    const pieces = others.filter(({ ticketTypeId }) => baggageOfType(ticketTypeId) === baggageId)
    const least = Math.max(0, pieces.length - perPassengerMax * stayingCount)
    have.push(...pieces.slice(0, least))
    may.push(...pieces.slice(least, Math.max(least, perPassengerMax)))
  }
  const extra = Math.max(0, (asked ?? 0) - have.length)
  return {
    least: have.length,
    most: have.length + may.length,
    going: [...have, ...may.slice(0, extra)],
  }
}

/** Which baggage a ticket is for; null of a passenger's. */
export function baggageIdOf({ ticketTypeId }: StayingTicket): number | null {
  return baggageOfType(ticketTypeId)
}
