import { sql } from 'kysely'
import { categoryKind } from '#contract/enumerations.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { changeSaleRules, readOffering } from '#modules/inventory/server/public-api.ts'
import { repeatWhileOrdersAreLocked } from '#modules/orders/server/public-api.ts'
import {
  keepFormerStart,
  keepPromisedRefund,
  policyFor,
  readPolicies,
  refundEndToTell,
} from '#modules/returns/server/public-api.ts'
import { countValidTickets, notifyHolders } from '#modules/tickets/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { MovedScreening, Reseated } from '../../office-contract.ts'
import { sourceName } from '../offer-source.ts'
import {
  businessDateOf,
  invalidateProgramme,
  loadReferenceData,
  type Screening,
} from '../programme.ts'
import { cinemaTicketSource } from '../ticket-source.ts'
import type { CinemaScope } from './scope.ts'
import { lockHall, lockScreening, warningsAt } from './slots.ts'
import { reseatInto } from './swap-hall.ts'

export interface MoveRequest {
  readonly screeningId: number
  readonly startsAt: Date
  /** The current hall when absent. */
  readonly hallId?: number | undefined
  /** Only previews the change. */
  readonly isDryRun: boolean
}

const dayMilliseconds = 86_400_000

/**
 * Moves a screening to another time, hall or both, atomically: ticket holders are notified, may return their tickets for a
 * full refund, and get the nearest seats in the other hall. Fails with `HallTaken` if it overlaps with another one.
 */
export async function moveScreening(
  context: Context,
  scope: CinemaScope,
  { screeningId, startsAt, hallId, isDryRun }: MoveRequest,
): Promise<Result<MovedScreening, ErrorCode>> {
  const moved = await repeatWhileOrdersAreLocked<MovedScreening>(
    context,
    async (inside): Promise<Result<MovedScreening, ErrorCode>> => {
      const screening = await lockScreening(inside, scope, screeningId)
      const hall = screening && (await lockHall(inside, scope, hallId ?? screening.hallId))
      if (!screening || screening.cancelledAt !== null || hall?.cinemaId !== screening.cinemaId)
        return fail('NotFound')
      const problem = await problemOf(inside, screening, startsAt)
      if (problem !== null)
        return fail('BadRequest', { fields: [{ path: 'body.startsAt', message: problem }] })
      const at = timesAt(screening, startsAt)
      const warnings = await warningsAt(inside, { ...screening, ...at, hallId: hall.hallId })
      if (!isDryRun && warnings.includes('clash')) return fail('HallTaken')
      let reseating: Reseated | null = null
      if (hall.hallId !== screening.hallId) {
        const reseated = await reseatInto(inside, screening, hall, isDryRun)
        if (!reseated.ok) return reseated
        reseating = reseated.value
      }
      if (!isDryRun && startsAt.getTime() !== screening.startsAt.getTime())
        await reschedule(inside, screening, startsAt)
      if (!isDryRun)
        await scope.log(inside, {
          action: 'cinema.move',
          subject: `screening ${screeningId}`,
          before: { from: screening.startsAt, fromHallId: screening.hallId },
          after: { to: startsAt, hallId: hall.hallId },
        })
      return ok({
        screeningId,
        hallId: hall.hallId,
        startsAt: startsAt.toISOString(),
        endsAt: at.endsAt.toISOString(),
        warnings,
        ticketCount: await countTickets(inside, screening),
        reseating,
      })
    },
  )
  if (moved.ok && !isDryRun) invalidateProgramme(context)
  return moved
}

/** The reason why a screening cannot begin at this time, or null. */
async function problemOf(
  context: Context,
  screening: Screening,
  startsAt: Date,
): Promise<string | null> {
  if (screening.supplier !== null) return 'Its own cinema system moves it'
  const now = context.clock.now()
  if (startsAt <= now || screening.startsAt <= now) return 'That has begun'
  const cinema = (await loadReferenceData(context)).cinemas.get(screening.cinemaId)
  // Its run would create another screening on the original day.
  if (
    cinema &&
    screening.runId !== null &&
    businessDateOf(cinema, startsAt) !== screening.businessDate
  )
    return 'A screening of a run stays on its day'
  return null
}

function countTickets(context: Context, screening: Screening): Promise<number> {
  const { screeningId: itemId, offeringId } = screening
  if (offeringId === null) return Promise.resolve(0)
  return countValidTickets(context, { source: sourceName, itemId, offeringId })
}

/** The times of a screening shifted to another beginning. */
function timesAt(screening: Screening, startsAt: Date) {
  const shift = startsAt.getTime() - screening.startsAt.getTime()
  const shifted = (at: Date) => new Date(at.getTime() + shift)
  return {
    startsAt,
    filmStartsAt: shifted(screening.filmStartsAt),
    endsAt: shifted(screening.endsAt),
    salesCloseAt: shifted(screening.salesCloseAt),
  }
}

/**
 * Stores a new beginning of a screening and its sale, in the caller's transaction, which has locked it. Ticket holders are
 * notified and may return their tickets for a full refund during the period of the return policy.
 */
export async function reschedule(
  context: Context,
  screening: Screening,
  startsAt: Date,
): Promise<void> {
  const { screeningId, offeringId, cinemaId } = screening
  const now = context.clock.now()
  const cinema = (await loadReferenceData(context)).cinemas.get(cinemaId)
  const at = timesAt(screening, startsAt)
  const date = cinema ? businessDateOf(cinema, startsAt) : screening.businessDate
  await sql`
    update screening set starts_at = ${at.startsAt}, film_starts_at = ${at.filmStartsAt}, ends_at = ${at.endsAt},
      sales_close_at = ${at.salesCloseAt}, business_date = ${date}, updated_at = ${now}
    where id = ${screeningId}`.execute(context.db)
  if (offeringId === null) return
  const offering = await readOffering(context, offeringId)
  if (offering)
    await changeSaleRules(context, [{ ...offering, offeringId, salesCloseAt: at.salesCloseAt }])
  const policy = policyFor(await readPolicies(context), {
    source: sourceName,
    itemId: screeningId,
    merchantId: cinema?.merchantId ?? null,
    categoryKind: categoryKind.Movie,
  })
  const promised = now.getTime() + policy.movedRefundDays * dayMilliseconds
  // An earlier move may have promised more.
  const until = new Date(Math.max(promised, screening.fullRefundUntil?.getTime() ?? 0))
  const item = { source: sourceName, itemId: screeningId, offeringId }
  const { startsAt: before } = screening
  // Orders that are paid later were begun with the former time, and keep its promise.
  await keepFormerStart(context, { ...item, startsAt: before })
  await keepPromisedRefund(context, {
    ...item,
    legFrom: 0,
    legTo: 1,
    until: refundEndToTell({ until, startsAt, movedFrom: before }),
  })
  // Who buys with the new time has no such promise.
  const isSold = (await countTickets(context, screening)) > 0
  await sql`update screening set moved_from = ${before},
      full_refund_until = ${isSold ? until : screening.fullRefundUntil}
    where id = ${screeningId}`.execute(context.db)
  await notifyHolders(
    context,
    { sources: [cinemaTicketSource] },
    { ...item, change: 'moved', startsBefore: { '*': before.toISOString() } },
  )
}
