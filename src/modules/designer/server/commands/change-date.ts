import { createHash } from 'node:crypto'
import { orderStatus } from '#contract/enumerations.ts'
import {
  changeEventLayout,
  readDatesOfLayouts,
  readLayouts,
  readProgramme,
  stopTicketTypes,
} from '#modules/catalogue/server/public-api.ts'
import {
  addPools,
  readTakenLegs,
  readUse,
  rearrangePlaces,
  resizePools,
} from '#modules/inventory/server/public-api.ts'
import {
  clearLapsedPlaces,
  findOrders,
  moveKeptBack,
  moveLines,
  readPlacedLines,
  repeatWhileOrdersAreLocked,
  tryLockOrders,
} from '#modules/orders/server/public-api.ts'
import { moveTickets } from '#modules/tickets/server/public-api.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, invariant, ok, type Result } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import { bodyOwnerOf } from '#platform/http/body-room.ts'
import { preparePool } from '#platform/http/prepare-pool.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { placeCount, poolsOf, type SeatLayout } from '#seatmap/layout.ts'
import type { PlanEffectView } from '../../contract.ts'
import { fullAreas, placeNames, type PlaceMoves } from '../plan-effect.ts'
import { preparation } from '../prepare-moves.ts'
import type { PlanScope } from '../scope.ts'
import { seatsChangedJob } from '../seats-changed-email.ts'
import { readPlanRow, readVersionRows } from '../store.ts'

interface Request {
  readonly planId: number
  readonly eventId: number
  readonly layoutId: number
  readonly effectKey?: string | undefined
  readonly mayReseat?: boolean | undefined
}

interface Changed {
  readonly effect: PlanEffectView
  readonly isDone: boolean
}

/**
 * Changes the version of the plan for a date. Without an `effectKey` it only previews who is affected. With the
 * previewed key, and while the sale is paused, places are renumbered, every ticket keeps a seat, and holders of moved
 * seats get an email; completely or not at all. Payments and returns of its orders take turns with the change.
 */
export async function changePlan(
  context: Context,
  scope: PlanScope,
  request: Request,
): Promise<Result<Changed, ErrorCode>> {
  return repeatWhileOrdersAreLocked<Changed>(context, async (inside) => {
    const isPreview = request.effectKey === undefined
    const change = await readChange(inside, scope, request)
    if (!change) return fail('NotFound')
    const effect = await effectOf(inside, change)
    if (isPreview) return ok({ effect, isDone: false })
    if (change.isOnSale) return fail('PlanDateOnSale')
    if (!(await tryLockOrders(inside, change.orderIds))) return fail('ServiceUnavailable')
    if (effect.effectKey !== request.effectKey) return fail('PlanEffectChanged')
    const { unplaced, moved } = change.places
    if (unplaced.length > 0 || effect.fullAreas.length > 0) return fail('PlanSeatsTaken')
    if (moved.length > 0 && request.mayReseat !== true) return fail('PlanSeatsTaken')
    await write(inside, change)
    await scope.log(inside, {
      action: 'designer.change-plan-of-date',
      subject: `event ${request.eventId}`,
      detail: { layoutId: request.layoutId, kept: effect.kept, moved: moved.length },
    })
    return ok({ effect, isDone: true })
  })
}

interface Change {
  readonly eventId: number
  readonly offeringId: number
  readonly isOnSale: boolean
  readonly layoutId: number
  readonly older: SeatLayout
  readonly newer: SeatLayout
  readonly lines: Awaited<ReturnType<typeof readPlacedLines>>
  /** Orders that have or had places of the date. */
  readonly orderIds: readonly number[]
  readonly pools: readonly { readonly poolId: number; readonly taken: number }[]
  readonly ticketTypes: Awaited<ReturnType<typeof readProgramme>>['ticketTypes']
  readonly places: PlaceMoves
}

/**
 * Null when the plan, version or date does not exist, or when the date belongs to somebody else, is over, or is already
 * sold by that version. Expired holds count as free. For a confirmed change the places are locked, so the payments and
 * holds under way are complete.
 */
async function readChange(
  context: Context,
  scope: PlanScope,
  { planId, eventId, layoutId, effectKey }: Request,
): Promise<Change | null> {
  const plan = await readPlanRow(context, scope, planId)
  if (!plan) return null
  const versions = (await readVersionRows(context, [planId])).map((row) => row.layoutId)
  if (!versions.includes(layoutId)) return null
  // Serialises with other changes of the date.
  const wanted = { showIds: [], showSlugs: [], eventIds: [eventId], isLocked: true }
  const { events, ticketTypes } = await readProgramme(context, wanted)
  const [event] = events
  const dates = await readDatesOfLayouts(context, versions)
  const date = dates.find((one) => one.eventId === eventId)
  const isTheirs = scope.merchantId === null || date?.merchantId === scope.merchantId
  if (!event || !date || !isTheirs || date.layoutId === layoutId) return null
  const layouts = await readLayouts(context, [date.layoutId, layoutId])
  const [older, newer] = [layouts.get(date.layoutId), layouts.get(layoutId)]
  invariant(older && newer, 'versions have layouts')
  const { offeringId } = event
  const now = context.clock.now()
  const places = await readTakenLegs(context, offeringId, { isLocked: effectKey !== undefined })
  const holders = places.filter(
    ({ state, heldUntil }) => state === 'sold' || (state === 'held' && (heldUntil ?? now) > now),
  )
  const holdOf = new Map(holders.map(({ placeId, holdId }) => [placeId, holdId]))
  const placed = await readPlacedLines(context, offeringId)
  const lines = placed.filter(({ placeId, holdId }) => holdOf.get(placeId) === holdId)
  const orderOf = new Map(lines.map(({ placeId, orderId }) => [placeId, orderId]))
  const taken = holders.map(({ placeId, holdId }) => ({
    placeId,
    holdId: holdId ?? '',
    orderId: orderOf.get(placeId) ?? null,
  }))
  const marked = places.flatMap(({ placeId, state }) =>
    state === 'blocked' || state === 'returned'
      ? [{ placeId, isHeldBack: state === 'blocked' }]
      : [],
  )
  const asked = { older, newer, taken, marked }
  const use = (await readUse(context, [offeringId])).get(offeringId)
  return {
    eventId,
    offeringId,
    isOnSale: event.isOnSale,
    layoutId,
    older,
    newer,
    lines,
    orderIds: placed.map(({ orderId }) => orderId),
    pools: use?.pools ?? [],
    ticketTypes: ticketTypes.filter(({ isActive }) => isActive),
    places: await preparePool.work(preparation, asked, bodyOwnerOf(context.actor)),
  }
}

const issued: readonly number[] = [
  orderStatus.Processed,
  orderStatus.WaitingForTicket,
  orderStatus.Imported,
  orderStatus.Preprint,
]

/** Maximum number of listed seats; of more only the number is returned. */
const namedMax = 200

async function effectOf(context: Context, change: Change): Promise<PlanEffectView> {
  const { older, newer, lines, places, pools } = change
  const orderOf = new Map(lines.map(({ placeId, orderId }) => [placeId, orderId]))
  const affected = [...places.unplaced, ...places.moved].toSorted((a, b) => a - b)
  const named = [...places.unplaced, ...places.moved].slice(0, namedMax)
  const orderIds = [...new Set(named.flatMap((placeId) => orderOf.get(placeId) ?? []))]
  const orders = new Map((await findOrders(context, orderIds)).map((order) => [order.id, order]))
  const moved = named.flatMap((placeId) => {
    const from = placeNames(older, placeId)
    const to = places.moves.get(placeId)
    const order = orders.get(orderOf.get(placeId) ?? 0)
    if (!from) return []
    return [
      {
        orderNumber: order?.orderNumber ?? '',
        isSold: order !== undefined && issued.includes(order.status),
        from,
        to: to === undefined ? null : placeNames(newer, to),
      },
    ]
  })
  const zones = new Set(change.ticketTypes.flatMap(({ zone }) => zone ?? []))
  const poolIds = new Set(change.ticketTypes.flatMap(({ poolId }) => poolId ?? []))
  const inUse = new Set(newer.sections.flatMap(({ pool, zone }) => (pool ? [] : [zone])))
  const zonesWithoutPrice = [
    ...newer.zones.filter(({ key }) => inUse.has(key) && !zones.has(key)).map(({ name }) => name),
    ...poolsOf(newer).flatMap(({ pool, section }) =>
      poolIds.has(pool.poolId) ? [] : [section.name],
    ),
  ]
  const seen = [
    change.layoutId,
    [...places.moves],
    affected,
    pools.map(({ poolId, taken }) => [poolId, taken]),
  ]
  return {
    kept: places.kept,
    moved,
    movedCount: places.moved.length,
    unplacedCount: places.unplaced.length,
    partiesApart: places.partiesApart,
    fullAreas: fullAreas(older, newer, pools),
    zonesWithoutPrice,
    effectKey: createHash('sha256').update(JSON.stringify(seen)).digest('hex').slice(0, 40),
  }
}

async function write(context: Context, change: Change): Promise<void> {
  const { eventId, offeringId, layoutId, newer, lines, places } = change
  const plan = await changeEventLayout(context, eventId, layoutId)
  const count = placeCount(newer)
  await rearrangePlaces(context, { offeringId, placeCount: count, moves: places.moves, plan })
  await writePools(context, change)
  const seats = lines.map(({ lineId, placeId }) => {
    const moved = places.moves.get(placeId)
    const words = moved === undefined ? null : placeNames(newer, moved)
    invariant(moved !== undefined && words, 'every taken place has a new place')
    return { lineId, placeId: moved, ...words }
  })
  await moveLines(context, seats)
  const placed = [...places.moves].flatMap(([from, placeId]) => {
    const words = placeNames(newer, placeId)
    return words ? [{ from, placeId, ...words }] : []
  })
  await moveKeptBack(context, offeringId, placed)
  await clearLapsedPlaces(context, { offeringId, keptLineIds: lines.map(({ lineId }) => lineId) })
  await moveTickets(context, seats)
  const changed = new Set(places.moved)
  const orderIds = new Set(
    lines.flatMap(({ orderId, placeId }) => (changed.has(placeId) ? [orderId] : [])),
  )
  for (const orderId of orderIds)
    await enqueue(
      context,
      seatsChangedJob,
      { orderId, eventId },
      { singletonKey: `${eventId} ${orderId} ${layoutId}` },
    )
}

/** Sets the capacities of areas; ticket types of removed areas are taken off sale. */
async function writePools(context: Context, change: Change): Promise<void> {
  const { offeringId, newer, pools, ticketTypes } = change
  const known = new Set(pools.map(({ poolId }) => poolId))
  const wanted = poolsOf(newer).map(({ pool }) => ({ offeringId, ...pool }))
  await addPools(
    context,
    wanted.filter(({ poolId }) => !known.has(poolId)),
  )
  const resized = await resizePools(
    context,
    wanted.filter(({ poolId }) => known.has(poolId)),
  )
  invariant(resized.ok, 'area capacities were checked before')
  const now = new Set(wanted.map(({ poolId }) => poolId))
  const removedTypes = ticketTypes.filter(({ poolId }) => poolId !== null && !now.has(poolId))
  await stopTicketTypes(
    context,
    removedTypes.map(({ id }) => id),
  )
}
