import { sql } from 'kysely'
import type { ErrorCode } from '#contract/errors.ts'
import { money } from '#kernel/money.ts'
import { fail, invariant, ok, type Result } from '#kernel/result.ts'
import { readTakenLegs, rearrangePlaces } from '#modules/inventory/server/public-api.ts'
import {
  findOrders,
  clearLapsedPlaces,
  moveLines,
  readPlacedLines,
  repeatWhileOrdersAreLocked,
  tryLockOrders,
} from '#modules/orders/server/public-api.ts'
import { moveTickets } from '#modules/tickets/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { placeById, type ExpandedLayout } from '#seatmap/expand.ts'
import { reseat, type Party } from '#seatmap/reseat.ts'
import type { Reseated } from '../../office-contract.ts'
import { findLayout } from '../open-screening.ts'
import { invalidateProgramme, type Hall, type Screening } from '../programme.ts'
import { moveComments } from '../seat-comments.ts'
import { hallChangedJob } from './hall-changed-email.ts'
import { classRefundsOf, recordClassRefunds } from './lower-class.ts'
import { moveWithheldSeats } from './withheld-seats.ts'
import type { CinemaScope } from './scope.ts'
import { lockHall, lockScreening, warningsAt } from './slots.ts'

export interface SwapRequest {
  readonly screeningId: number
  readonly hallId: number
  /** Only previews the change. */
  readonly isDryRun: boolean
}

/**
 * Moves a screening to another hall of the same cinema: everybody with a sold or held seat gets the nearest seat in the
 * other hall, groups side by side where possible, and buyers are notified by email. Atomic. Fails with `HallTooSmall` or
 * `HallTaken`.
 */
export async function swapHall(
  context: Context,
  scope: CinemaScope,
  { screeningId, hallId, isDryRun }: SwapRequest,
): Promise<Result<Reseated, ErrorCode>> {
  const swapped = await repeatWhileOrdersAreLocked<Reseated>(context, async (inside) => {
    const screening = await lockScreening(inside, scope, screeningId)
    const hall = await lockHall(inside, scope, hallId)
    if (!screening || screening.cancelledAt !== null || hall?.cinemaId !== screening.cinemaId)
      return fail('NotFound')
    if (screening.supplier !== null) return fail('BadRequest')
    if ((await warningsAt(inside, { ...screening, hallId })).includes('clash'))
      return fail('HallTaken')
    const reseated = await reseatInto(inside, screening, hall, isDryRun)
    if (!reseated.ok || isDryRun) return reseated
    const { parties: _parties, ...after } = reseated.value
    const before = { fromHallId: screening.hallId }
    const entry = { action: 'cinema.swap-hall', subject: `screening ${screeningId}` }
    await scope.log(inside, { ...entry, before, after })
    return reseated
  })
  if (swapped.ok && !isDryRun) invalidateProgramme(context)
  return swapped
}

/**
 * Reseats everybody of a screening in another hall, in the caller's transaction; a dry run only returns the plan. Fails
 * with `HallLacksFormat` where the hall does not show the screening's format, and with `ServiceUnavailable` while another transaction has an order of the screening (`repeatWhileOrdersAreLocked`).
 */
export async function reseatInto(
  context: Context,
  screening: Screening,
  hall: Hall,
  isDryRun: boolean,
): Promise<Result<Reseated, ErrorCode>> {
  if (screening.isUnallocated) return fail('BadRequest')
  // Its buyers have paid for the format, at its price.
  if (!hall.formats.includes(screening.format))
    return fail('HallLacksFormat', { format: screening.format })
  const from = await findLayout(context, screening.layoutDigest)
  const to = await findLayout(context, hall.layoutDigest)
  invariant(from && to, 'the layouts of both halls exist')
  const plan = await planOf(context, screening, { from, to, isLocked: !isDryRun })
  if (!isDryRun && !(await tryLockOrders(context, plan.orderIds))) return fail('ServiceUnavailable')
  const orders = await findOrders(context, [...new Set(plan.lines.map(({ orderId }) => orderId))])
  const seats = plan.lines.map(({ orderId, lineId, placeId }) => ({
    orderId,
    lineId,
    placeId: plan.moves.get(placeId) ?? 0,
  }))
  const classRefunds = await classRefundsOf(context, screening, to, { seats, orders })
  if (!isDryRun) {
    if (plan.unplaced.length > 0) return fail('HallTooSmall', { seats: plan.unplaced.length })
    await applyPlan(context, screening, hall, to, plan)
    await recordClassRefunds(context, screening.screeningId, classRefunds)
  }
  return ok({
    screeningId: screening.screeningId,
    hallId: hall.hallId,
    seatsMoved: plan.moves.size,
    seatsKeptBack: plan.withheld.size,
    seatsNoLongerKeptBack: plan.withheldBefore - plan.withheld.size,
    partyCount: plan.parties.length,
    partiesApart: plan.apart.length,
    seatsWithoutPlace: plan.unplaced.length,
    seatsInLowerClass: classRefunds.length,
    goesBack: money(
      classRefunds.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
      'GEL',
    ),
    parties: await describeParties(context, plan, from, to),
  })
}

/** Each party with its old and new seats; separated parties come first. */
async function describeParties(
  context: Context,
  { parties, lines, moves, apart }: Plan,
  from: ExpandedLayout,
  to: ExpandedLayout,
): Promise<Reseated['parties']> {
  const orderOf = new Map(lines.map(({ placeId, orderId }) => [placeId, orderId]))
  const orders = await findOrders(context, [...new Set(orderOf.values())])
  const numberOf = new Map(orders.map(({ id, orderNumber }) => [id, orderNumber]))
  const separated = new Set(apart)
  return parties
    .map(({ key, placeIds }) => ({
      orderNumber: numberOf.get(orderOf.get(placeIds[0] ?? 0) ?? 0) ?? null,
      isApart: separated.has(key),
      seats: placeIds.flatMap((placeId) => {
        const oldSeat = seatName(from, placeId)
        return oldSeat ? [{ from: oldSeat, to: seatName(to, moves.get(placeId) ?? 0) }] : []
      }),
    }))
    .toSorted((left, right) => Number(right.isApart) - Number(left.isApart))
}

function seatName(layout: ExpandedLayout, placeId: number): { row: string; seat: string } | null {
  const place = placeById(layout, placeId)
  return place ? { row: place.rowLabel, seat: place.seatLabel } : null
}

interface Plan extends ReturnType<typeof reseat> {
  readonly parties: readonly Party[]
  readonly lines: readonly {
    readonly orderId: number
    readonly lineId: number
    readonly placeId: number
  }[]
  /** New by old places that are withheld from sale; assigned after all guests are seated. */
  readonly withheld: ReadonlyMap<number, number>
  readonly withheldBefore: number
  /** Orders that have or had places of the screening. */
  readonly orderIds: readonly number[]
}

/**
 * Seats of one order are a group; a seat sold without an order is a separate group. Expired holds count as free. With
 * `isLocked` the places are locked, so the holds under way are complete.
 */
async function planOf(
  context: Context,
  { offeringId }: Screening,
  { from, to, isLocked }: { from: ExpandedLayout; to: ExpandedLayout; isLocked: boolean },
): Promise<Plan> {
  if (offeringId === null)
    return {
      parties: [],
      lines: [],
      orderIds: [],
      moves: new Map(),
      apart: [],
      unplaced: [],
      withheld: new Map(),
      withheldBefore: 0,
    }
  const taken = await readTakenLegs(context, offeringId, { isLocked })
  const now = context.clock.now()
  const holders = taken.filter(
    ({ state, heldUntil }) => state === 'sold' || (state === 'held' && (heldUntil ?? now) > now),
  )
  const holdOf = new Map(holders.map(({ placeId, holdId }) => [placeId, holdId]))
  const placed = await readPlacedLines(context, offeringId)
  const lines = placed.filter(({ placeId, holdId }) => holdOf.get(placeId) === holdId)
  const orderOf = new Map(lines.map(({ placeId, orderId }) => [placeId, `order ${orderId}`]))
  const groups = Map.groupBy(holders, ({ placeId }) => orderOf.get(placeId) ?? `seat ${placeId}`)
  const parties = [...groups].map(([key, seats]) => ({
    key,
    placeIds: seats.map(({ placeId }) => placeId),
  }))
  const seated = reseat(from, to, parties)
  const withheldPlaces = taken.flatMap(({ placeId, state }) =>
    state === 'blocked' ? [placeId] : [],
  )
  const withheld = reassignWithheld(from, to, withheldPlaces, new Set(seated.moves.values()))
  const orderIds = placed.map(({ orderId }) => orderId)
  return { parties, lines, orderIds, ...seated, withheld, withheldBefore: withheldPlaces.length }
}

/** New places of withheld seats: those with the same name if free, otherwise the nearest. */
function reassignWithheld(
  from: ExpandedLayout,
  to: ExpandedLayout,
  placeIds: readonly number[],
  taken: ReadonlySet<number>,
): ReadonlyMap<number, number> {
  const nameOf = (layout: ExpandedLayout, placeId: number) => {
    const place = placeById(layout, placeId)
    return place ? `${place.zoneKey} ${place.rowLabel} ${place.seatLabel}` : null
  }
  const placesByName = new Map(
    Array.from({ length: to.placeCount }, (_, index) => [nameOf(to, index + 1), index + 1]),
  )
  const moves = new Map<number, number>()
  for (const placeId of placeIds) {
    const same = placesByName.get(nameOf(from, placeId))
    if (same !== undefined && !taken.has(same)) moves.set(placeId, same)
  }
  const rest = placeIds.filter((placeId) => !moves.has(placeId))
  const nearest = reseat(from, to, runsOf(rest), new Set([...taken, ...moves.values()]))
  return new Map([...moves, ...nearest.moves])
}

/** Groups adjacent withheld places, so that they stay adjacent where possible. */
function runsOf(placeIds: readonly number[]): Party[] {
  const runs: number[][] = []
  for (const placeId of placeIds) {
    const last = runs.at(-1)
    if (last?.at(-1) === placeId - 1) last.push(placeId)
    else runs.push([placeId])
  }
  return runs.map((run) => ({ key: `withheld ${run[0]}`, placeIds: run }))
}

async function applyPlan(
  context: Context,
  { screeningId, offeringId }: Screening,
  hall: Hall,
  to: ExpandedLayout,
  { moves, lines, withheld }: Plan,
): Promise<void> {
  const now = context.clock.now()
  await sql`update screening set hall_id = ${hall.hallId}, layout_digest = ${hall.layoutDigest}, updated_at = ${now}
    where id = ${screeningId}`.execute(context.db)
  if (offeringId === null) return
  await rearrangePlaces(context, {
    offeringId,
    placeCount: to.placeCount,
    moves: new Map([...withheld, ...moves]),
    plan: hall.layoutDigest,
  })
  await clearLapsedPlaces(context, { offeringId, keptLineIds: lines.map(({ lineId }) => lineId) })
  const seats = lines.map(({ lineId, placeId }) => {
    const moved = moves.get(placeId) ?? 0
    const place = placeById(to, moved)
    invariant(place, 'a new place exists in the hall')
    const { rowLabel: row, seatLabel: seat, section } = place
    return { lineId, placeId: moved, row, seat, section: section.name }
  })
  await moveLines(context, seats)
  await moveTickets(context, seats)
  await moveComments(context, screeningId, moves)
  await moveWithheldSeats(context, { screeningId, offeringId }, { to, moves: withheld })
  for (const orderId of new Set(lines.map((line) => line.orderId)))
    await enqueue(
      context,
      hallChangedJob,
      { orderId, screeningId },
      { singletonKey: `${screeningId} ${orderId} ${now.getTime()}` },
    )
}
