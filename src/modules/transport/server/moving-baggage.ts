/** Selects the baggage that moves with a passenger who changes to another run. */
import { readLegUse, type LegUse } from '#modules/inventory/server/public-api.ts'
import { baggageOf, readRuns, type Run } from '#modules/timetable/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { baggageOfType, riderOfType } from './names.ts'

/** A valid ticket of the order for the same leg range, other than the changed one. */
export interface StayingTicket {
  readonly ticketTypeId: number
}

/** Tickets of the baggage to move, and the limits of their number. */
export interface MovingBaggage<Ticket> {
  /** Pieces above the allowance of the remaining passengers; they always move. */
  readonly least: number
  /** The most that may move, by the allowance of one passenger. */
  readonly most: number
  readonly going: readonly Ticket[]
}

/**
 * Selects the baggage that moves with one passenger of a run: the requested number, but at most the
 * allowance of one passenger and at least what exceeds the allowance of the remaining ones, so that no
 * baggage travels without a passenger. Without a requested number, only what must move.
 */
export async function selectMovingBaggage<Ticket extends StayingTicket>(
  context: Context,
  { runId, others }: { readonly runId: number; readonly others: readonly Ticket[] },
  requested: number | undefined,
): Promise<MovingBaggage<Ticket>> {
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
  const extra = Math.max(0, (requested ?? 0) - have.length)
  return {
    least: have.length,
    most: have.length + may.length,
    going: [...have, ...may.slice(0, extra)],
  }
}

interface Range {
  readonly legFrom: number
  readonly legTo: number
}

/** Whether a run has room for these pieces on all legs of a range, as far as is known now; `use` is that of its offering. */
export async function hasBaggageRoom(
  context: Context,
  { run, use, legFrom, legTo }: Range & { readonly run: Run; readonly use: LegUse | undefined },
  baggageIds: readonly number[],
): Promise<boolean> {
  if (baggageIds.length === 0) return true
  const options = await baggageOf(context, run.agency.agencyId)
  return [...Map.groupBy(baggageIds, (id) => id)].every(([id, pieces]) => {
    const capacity = options.find(({ baggageId }) => baggageId === id)?.capacity ?? 0
    const left = use?.poolsLeft.get(id)?.slice(legFrom, legTo) ?? []
    return Math.min(capacity, ...left) >= pieces.length
  })
}

/** The same for a run by its id. */
export async function mayTakeBaggage(
  context: Context,
  { runId, ...range }: Range & { readonly runId: number },
  baggageIds: readonly number[],
): Promise<boolean> {
  const [run] = await readRuns(context, [runId])
  if (!run) return false
  const use = run.offeringId === null ? undefined : await readLegUse(context, [run.offeringId])
  return hasBaggageRoom(context, { run, use: use?.get(run.offeringId ?? 0), ...range }, baggageIds)
}

/** Baggage id of a baggage ticket; null for a passenger's ticket. */
export function baggageIdOf({ ticketTypeId }: StayingTicket): number | null {
  return baggageOfType(ticketTypeId)
}
