import { sql } from 'kysely'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, invariant, ok, type Result } from '#kernel/result.ts'
import { readHolders, rearrangePlaces } from '#modules/inventory/server/public-api.ts'
import { moveLines, readPlacedLines } from '#modules/orders/server/public-api.ts'
import { moveTickets } from '#modules/tickets/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { logOperatorAction } from '#platform/operator-log.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { placeById, type ExpandedLayout } from '#seatmap/expand.ts'
import { reseat, type Party } from '../../reseat.ts'
import { findLayout } from '../open-screening.ts'
import {
  forgetProgramme,
  loadHouse,
  readScreenings,
  type Hall,
  type Screening,
} from '../programme.ts'
import { hallChangedJob } from './hall-changed-email.ts'

export interface SwapRequest {
  readonly screeningId: number
  readonly hallId: number
  /** Only says what would be. */
  readonly isDryRun: boolean
}

export interface SwapOutcome {
  readonly screeningId: number
  readonly hallId: number
  readonly seatsMoved: number
  readonly partyCount: number
  /** Parties of several that sit apart afterwards. */
  readonly partiesApart: number
  readonly seatsWithoutPlace: number
}

/**
 * Another hall of the same cinema for a screening: everybody who has a seat or holds one gets the nearest in the other
 * hall, parties side by side where it can be, and a letter says which. Atomic; refused when the hall is too small or taken.
 */
export async function swapHall(
  context: Context,
  request: SwapRequest,
): Promise<Result<SwapOutcome, ErrorCode>> {
  const { screeningId, hallId } = request
  const swapped = await inTransaction(
    context,
    async (inside): Promise<Result<SwapOutcome, ErrorCode>> => {
      await sql`select id from screening where id = ${screeningId} for update`.execute(inside.db)
      const [screening] = await readScreenings(inside, [screeningId])
      const hall = (await loadHouse(inside)).halls.get(hallId)
      if (!screening || screening.cancelledAt !== null || hall?.cinemaId !== screening.cinemaId)
        return fail('NotFound')
      if (
        screening.isUnallocated ||
        screening.supplier !== null ||
        (await isTaken(inside, screening, hall))
      )
        return fail('BadRequest')
      const layouts = {
        from: await findLayout(inside, screening.layoutDigest),
        to: await findLayout(inside, hall.layoutDigest),
      }
      invariant(layouts.from && layouts.to, 'halls have layouts')
      const plan = await planOf(inside, screening, layouts.from, layouts.to)
      const outcome = {
        screeningId,
        hallId,
        seatsMoved: plan.moves.size,
        partyCount: plan.parties.length,
        partiesApart: plan.apart.length,
        seatsWithoutPlace: plan.unplaced.length,
      }
      if (request.isDryRun) return ok(outcome)
      if (plan.unplaced.length > 0) return fail('HallTooSmall', { seats: plan.unplaced.length })
      await write(inside, screening, hall, layouts.to, plan)
      const entry = { action: 'cinema.swap-hall', subject: `screening ${screeningId}` }
      await logOperatorAction(inside, { ...entry, detail: { ...outcome } })
      return ok(outcome)
    },
  )
  if (swapped.ok && !request.isDryRun) forgetProgramme(context)
  return swapped
}

/** Whether another screening runs there, or is cleaned up after, at that time. */
async function isTaken(context: Context, screening: Screening, hall: Hall): Promise<boolean> {
  const { rows } = await sql`
    select 1 from screening s where s.hall_id = ${hall.hallId} and s.id <> ${screening.screeningId}
      and s.cancelled_at is null and s.starts_at < ${screening.endsAt} and s.ends_at > ${screening.startsAt}
    limit 1`.execute(context.db)
  return rows.length > 0
}

interface Plan extends ReturnType<typeof reseat> {
  readonly parties: readonly Party[]
  readonly lines: readonly {
    readonly orderId: number
    readonly lineId: number
    readonly placeId: number
  }[]
}

/** Who came in one order is a party; a seat that was sold without one is a party of its own. */
async function planOf(
  context: Context,
  { offeringId }: Screening,
  from: ExpandedLayout,
  to: ExpandedLayout,
): Promise<Plan> {
  if (offeringId === null)
    return { parties: [], lines: [], moves: new Map(), apart: [], unplaced: [] }
  const holders = await readHolders(context, offeringId)
  const holdOf = new Map(holders.map(({ placeId, holdId }) => [placeId, holdId]))
  const lines = (await readPlacedLines(context, offeringId)).filter(
    ({ placeId, holdId }) => holdOf.get(placeId) === holdId,
  )
  const orderOf = new Map(lines.map(({ placeId, orderId }) => [placeId, `order ${orderId}`]))
  const groups = Map.groupBy(holders, ({ placeId }) => orderOf.get(placeId) ?? `seat ${placeId}`)
  const parties = [...groups].map(([key, seats]) => ({
    key,
    placeIds: seats.map(({ placeId }) => placeId),
  }))
  return { parties, lines, ...reseat(from, to, parties) }
}

async function write(
  context: Context,
  { screeningId, offeringId }: Screening,
  hall: Hall,
  to: ExpandedLayout,
  { moves, lines }: Plan,
): Promise<void> {
  const now = context.clock.now()
  await sql`update screening set hall_id = ${hall.hallId}, layout_digest = ${hall.layoutDigest}, updated_at = ${now}
    where id = ${screeningId}`.execute(context.db)
  if (offeringId === null) return
  await rearrangePlaces(context, { offeringId, placeCount: to.placeCount, moves })
  const seats = lines.map(({ lineId, placeId }) => {
    const moved = moves.get(placeId) ?? 0
    const place = placeById(to, moved)
    invariant(place, 'a new place is in the hall')
    const { rowLabel: row, seatLabel: seat, section } = place
    return { lineId, placeId: moved, row, seat, section: section.name }
  })
  await moveLines(context, seats)
  await moveTickets(context, seats)
  for (const orderId of new Set(lines.map((line) => line.orderId)))
    await enqueue(
      context,
      hallChangedJob,
      { orderId, screeningId },
      { singletonKey: `${screeningId} ${orderId} ${now.getTime()}` },
    )
}
