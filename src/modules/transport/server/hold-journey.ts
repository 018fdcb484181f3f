/** Holds seats for a party on one or several runs, in one transaction and with one deadline. */
import { sql } from 'kysely'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { readLegUse } from '#modules/inventory/server/public-api.ts'
import {
  findCompanionProblem,
  findOrder,
  lockOrder,
  ownsOrder,
  releaseOrder,
  requestFor,
  takeOffers,
  type OfferSource,
  type Order,
} from '#modules/orders/server/public-api.ts'
import { openRun, readRuns, ridersOnSale } from '#modules/timetable/server/public-api.ts'
import type { Brand } from '#modules/timetable/shapes.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import type { ChosenSegment } from '../shapes.ts'
import { baggageOfType, transportName } from './names.ts'
import type { TransportRequest } from './quote.ts'
import { requestsOf, type RequestedSegment } from './segment-requests.ts'
import { saleStateAt, stretchOf } from './stretch.ts'

export interface JourneyRequest {
  /** An open order of the caller; a new one is created if absent. */
  readonly orderKey?: string | undefined
  /** Ticket lines that the new ones replace. */
  readonly replaces?: readonly number[]
  readonly segments: readonly ChosenSegment[]
}

/** Maximum attempts with other seats when automatically chosen ones are taken concurrently. */
const attemptsMax = 6
/** Namespace of the advisory locks that serialise repeated attempts. */
const runLock = 6_140_045

/**
 * Holds all segments or none. Seats are chosen automatically unless requested, and chosen again if they
 * were taken concurrently; requested seats are held as requested or refused.
 */
export async function holdJourney(
  context: Context,
  source: OfferSource<TransportRequest>,
  request: JourneyRequest,
): Promise<Result<Order, ErrorCode>> {
  const unavailable = new Set<number>()
  for (let attempt = 1; ; attempt += 1) {
    // Read again in each attempt: the vehicle of a run may have been exchanged meanwhile.
    const stretches = await stretchesOf(context, request.segments)
    if (!stretches.ok) return stretches
    const held = await inTransaction(context, (inside) =>
      attemptHold(inside, source, request, stretches.value, { unavailable, isRetry: attempt > 1 }),
    )
    if (held.ok || held.code !== 'SeatNotAvailable' || attempt === attemptsMax) return held
    const refused = placeIdsOf(held.detail)
    const named = request.segments.flatMap(({ passengers }) =>
      passengers.flatMap(({ placeId }) => placeId ?? []),
    )
    if (refused.length === 0 || refused.some((placeId) => named.includes(placeId))) return held
    for (const placeId of refused) unavailable.add(placeId)
  }
}

function placeIdsOf(detail: Readonly<Record<string, unknown>> | undefined): number[] {
  const placeIds = detail?.['placeIds']
  return Array.isArray(placeIds) ? placeIds.filter((id) => typeof id === 'number') : []
}

async function stretchesOf(
  context: Context,
  segments: readonly ChosenSegment[],
): Promise<Result<RequestedSegment[], ErrorCode>> {
  const runs = await readRuns(
    context,
    segments.map(({ runId }) => runId),
  )
  const found: RequestedSegment[] = []
  for (const segment of segments) {
    const run = runs.find(({ runId }) => runId === segment.runId)
    if (!run) return fail('NotFound')
    const stretch = stretchOf(run, segment.legFrom, segment.legTo)
    if (!stretch) return fail('BadRequest')
    if (saleStateAt(stretch, context.clock.now()) !== 'open') return fail('JourneyNotSold')
    const { passengersMax } = run.agency.terms
    const isKnown = (code: string) =>
      ridersOnSale(run.agency.terms).some((one) => one.code === code)
    if (!segment.passengers.every(({ rider }) => isKnown(rider))) return fail('PassengerNotAllowed')
    if (segment.passengers.length > passengersMax)
      return fail('TotalCountIsInvalid', { max: passengersMax })
    const places = segment.passengers.flatMap(({ placeId }) => placeId ?? [])
    const { vehicleTypeId = run.vehicle.vehicleTypeId } = segment
    // The number belongs to another seat now, possibly a free one.
    if (places.length > 0 && vehicleTypeId !== run.vehicle.vehicleTypeId)
      return fail('SeatNotAvailable', { placeIds: places, poolIds: [] })
    const opened = await openRun(context, run.runId)
    if (!opened.ok) return opened
    found.push({ segment, stretch, offeringId: opened.value })
  }
  return ok(found)
}

async function attemptHold(
  context: Context,
  source: OfferSource<TransportRequest>,
  { orderKey, replaces = [] }: JourneyRequest,
  segments: readonly RequestedSegment[],
  {
    unavailable,
    isRetry,
  }: { readonly unavailable: ReadonlySet<number>; readonly isRetry: boolean },
): Promise<Result<Order, ErrorCode>> {
  const before = await lockOwnOrder(context, orderKey)
  if (!before.ok) return before
  const released = new Set(replaces)
  const exceeded = checkPassengerLimit(before.value, segments, released)
  if (exceeded) return exceeded
  if (isRetry) await lockRuns(context, segments)
  const use = await readLegUse(
    context,
    segments.map(({ offeringId }) => offeringId),
  )
  const chosen = await requestsOf(context, segments, { use, unavailable })
  if (!chosen.ok) return chosen
  const requests = chosen.value
  const held = await takeOffers(
    context,
    requests.map((request) => requestFor(source, request)),
    { ...(orderKey !== undefined && { orderKey }), isAllOrNothing: true },
  )
  if (!held.ok) return held
  const order = await releaseReplaced(context, held.value.order, requests, released)
  if (!order.ok) return order
  const runIds = new Set(requests.map(({ runId }) => runId))
  const alone = await findCompanionProblem(context, [source], order.value, {
    isAsked: ({ source: name, itemId }) => name === transportName && runIds.has(itemId ?? 0),
  })
  return alone ? fail(alone) : order
}

/**
 * Serialises repeated attempts on the same runs; otherwise concurrent callers would choose the same seat
 * again.
 */
async function lockRuns(context: Context, segments: readonly RequestedSegment[]): Promise<void> {
  const runIds = [...new Set(segments.map(({ segment }) => segment.runId))].toSorted(
    (a, b) => a - b,
  )
  for (const runId of runIds)
    await sql`select pg_advisory_xact_lock(${runLock}::int, ${runId}::int)`.execute(context.db)
}

async function lockOwnOrder(
  context: Context,
  orderKey: string | undefined,
): Promise<Result<Order | null, ErrorCode>> {
  if (orderKey === undefined) return ok(null)
  const locked = await lockOrder(context, { orderKey: orderKey.toLowerCase() })
  if (!locked.ok || !ownsOrder(context.actor, locked.value)) return fail('OrderNotFound')
  return locked
}

/** Checks the carrier's passenger limit, counting tickets that remain in the order. */
function checkPassengerLimit(
  order: Order | null,
  segments: readonly RequestedSegment[],
  released: ReadonlySet<number>,
) {
  for (const { segment, stretch } of segments) {
    const { run } = stretch
    const { passengersMax } = run.agency.terms
    const staying = (order?.lines ?? []).filter(
      (line) =>
        line.kind === 'Ticket' &&
        line.source === transportName &&
        line.itemId === run.runId &&
        line.placeId !== null &&
        !released.has(line.id) &&
        isOverlapping(line, segment),
    ).length
    if (staying + segment.passengers.length > passengersMax)
      return fail('TotalCountIsInvalid', { max: passengersMax })
  }
  return null
}

function isOverlapping(
  line: { readonly legFrom: number | null; readonly legTo: number | null },
  { legFrom, legTo }: { readonly legFrom: number; readonly legTo: number },
): boolean {
  return (line.legFrom ?? 0) < legTo && legFrom < (line.legTo ?? 0)
}

/** Releases the replaced lines once the new ones are held; seats that were chosen again stay. */
async function releaseReplaced(
  context: Context,
  order: Order,
  requests: readonly TransportRequest[],
  released: ReadonlySet<number>,
): Promise<Result<Order, ErrorCode>> {
  if (released.size === 0) return ok(order)
  const chosenAgain = new Set(
    requests.flatMap(({ runId, passengers }) =>
      passengers.flatMap(({ seats }) =>
        seats.map(({ placeId, legFrom, legTo }) => `${runId} ${placeId} ${legFrom}-${legTo}`),
      ),
    ),
  )
  const lineIds = order.lines
    .filter(
      ({ id, itemId, placeId, legFrom, legTo }) =>
        released.has(id) && !chosenAgain.has(`${itemId} ${placeId} ${legFrom}-${legTo}`),
    )
    .map(({ id }) => id)
  if (lineIds.length === 0) return ok(order)
  return releaseOrder(context, { orderKey: order.orderKey, lineIds, cancel: false })
}

/**
 * Releases one held seat of a family's run, or all of them; the run's baggage is released with its last
 * passenger.
 */
export async function releaseSeats(
  context: Context,
  brand: Brand,
  { orderKey, runId, placeId }: { orderKey: string; runId: number; placeId?: number | undefined },
): Promise<Result<Order, ErrorCode>> {
  const order = await findOrder(context, { orderKey: orderKey.toLowerCase() })
  if (!order || !ownsOrder(context.actor, order)) return fail('OrderNotFound')
  const ofRun = order.lines.filter(
    (line) => line.kind === 'Ticket' && line.source === transportName && line.itemId === runId,
  )
  const released = ofRun.filter((line) => placeId === undefined || line.placeId === placeId)
  const [run] = await readRuns(context, [runId])
  if (released.length === 0 || run?.agency.brand !== brand) return fail('NotFound')
  const isSeat = ({ ticketTypeId }: Order['lines'][number]) =>
    baggageOfType(ticketTypeId ?? 0) === null
  const isLast = !ofRun.some((line) => isSeat(line) && !released.includes(line))
  const lineIds = (isLast ? ofRun : released).map(({ id }) => id)
  return releaseOrder(context, { orderKey: order.orderKey, lineIds, cancel: false })
}
