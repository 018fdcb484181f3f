/** The journeys of an order: seats and baggage. */
import { direction, orderStatusName } from '#contract/enumerations.ts'
import { money } from '#kernel/money.ts'
import {
  feeKey,
  isOpen,
  openedSession,
  shownStatus,
  type Order,
  type OrderLine,
} from '#modules/orders/server/public-api.ts'
import {
  readNetwork,
  readRuns,
  type Network,
  type Run,
  type RunStop,
} from '#modules/timetable/server/public-api.ts'
import type { CallContext } from '#platform/http/implement.ts'
import type { Context } from '#platform/context.ts'
import type { JourneyOrderView } from '../shapes.ts'
import { baggageOfType, isNextSeatType, riderOfType, transportName } from './names.ts'
import { otherRidersOf } from './other-riders.ts'
import { presentPlainSegment } from './present-segment.ts'
import type { RunStretch } from './stretch.ts'
import { goesOn } from './through-seats.ts'

type SegmentOfOrder = Omit<JourneyOrderView['segments'][number], 'direction'>

export async function presentJourneyOrder(
  context: Context,
  order: Order,
): Promise<JourneyOrderView> {
  const network = await readNetwork(context)
  const lines = order.lines.filter(
    (line) => line.kind === 'Ticket' && line.source === transportName && line.itemId !== null,
  )
  const runs = await readRuns(context, [...new Set(lines.map(({ itemId }) => itemId ?? 0))])
  const byId = new Map(runs.map((run) => [run.runId, run]))
  const segments: SegmentOfOrder[] = []
  for (const segmentLines of groupBySegment(lines)) {
    const run = byId.get(segmentLines[0]?.itemId ?? 0)
    const others =
      run && isOpen(order.status)
        ? await otherRidersOf(context, order, run, segmentLines)
        : new Map()
    const segment =
      run && presentOrderSegment(network, context, { order, run, others }, segmentLines)
    if (segment) segments.push(segment)
  }
  const status = shownStatus(order, context.clock.now())
  return {
    orderKey: order.orderKey,
    orderNumber: order.orderNumber,
    status,
    statusName: orderStatusName(status),
    deadlineAt: order.deadlineAt.toISOString(),
    serverNow: context.clock.now().toISOString(),
    total: money(order.totalMinor, order.currency),
    segments: withDirections(
      withSeatsKept(
        network,
        byId,
        segments.toSorted((one, other) => (one.segment.from.at < other.segment.from.at ? -1 : 1)),
      ),
    ),
  }
}

/** Says where the vehicle of a segment goes on as the next one, and whether its passengers keep their seats. */
function withSeatsKept(
  network: Network,
  runs: ReadonlyMap<number, Run>,
  segments: readonly SegmentOfOrder[],
): SegmentOfOrder[] {
  return segments.map((after, index) => {
    const before = segments[index - 1]
    const [one, other] = [before, after].map(
      (each) => each && stretchOfOrder(runs.get(each.segment.runId ?? 0), each.segment),
    )
    if (!before || !one || !other || !goesOn(network, one, other)) return after
    const isSameSeat = ({ placeId, legFrom }: SegmentOfOrder['tickets'][number]): boolean =>
      legFrom > other.legFrom ||
      before.tickets.some((ticket) => ticket.placeId === placeId && ticket.legTo === one.legTo)
    const staysSeated =
      one.run.vehicle.vehicleTypeId === other.run.vehicle.vehicleTypeId &&
      after.tickets.every(isSameSeat)
    return { ...after, segment: { ...after.segment, sameVehicle: true, staysSeated } }
  })
}

function stretchOfOrder(
  run: Run | undefined,
  { legFrom, legTo }: { readonly legFrom: number; readonly legTo: number },
): RunStretch | null {
  const [from, to] = [run?.stops[legFrom], run?.stops[legTo]]
  return run && from && to ? { run, legFrom, legTo, from, to } : null
}

/** The return of a round trip begins after the longest stay; other journeys are outward only. */
function withDirections(segments: readonly SegmentOfOrder[]): JourneyOrderView['segments'] {
  const isRound =
    segments.length > 1 &&
    segments[0]?.segment.from.placeCode === segments.at(-1)?.segment.to.placeCode
  const stays = segments.map(({ segment }, index) => {
    const before = segments[index - 1]
    return before ? Date.parse(segment.from.at) - Date.parse(before.segment.to.at) : -Infinity
  })
  const returnIndex = isRound ? stays.indexOf(Math.max(...stays)) : segments.length
  return segments.map((segment, index) => ({
    direction: index < returnIndex ? direction.Departing : direction.Returning,
    ...segment,
  }))
}

/** The order view with the guest session that the call opened, if any. */
export async function presentHeldOrder(
  context: CallContext,
  order: Order,
): Promise<JourneyOrderView> {
  return { ...(await presentJourneyOrder(context, order)), ...openedSession(context) }
}

/**
 * Groups lines by run and leg range. Consecutive seats of a passenger who changes seats count as one range:
 * each begins where the previous one ends.
 */
function groupBySegment(lines: readonly OrderLine[]): OrderLine[][] {
  const groups = new Map<string, OrderLine[]>()
  for (const chain of chainsOf(lines)) {
    const [first, last] = [chain[0], chain.at(-1)]
    if (!first || !last) continue
    const key = `${first.itemId} ${first.legFrom}-${last.legTo}`
    groups.set(key, [...(groups.get(key) ?? []), ...chain])
  }
  return [...groups.values()]
}

function chainsOf(lines: readonly OrderLine[]): OrderLine[][] {
  const chains: OrderLine[][] = []
  for (const line of lines.toSorted((one, other) => one.id - other.id)) {
    const before = chains.at(-1)
    const last = before?.at(-1)
    const isNext = isNextSeat(line) && last?.itemId === line.itemId && last.legTo === line.legFrom
    if (isNext) before?.push(line)
    else chains.push([line])
  }
  return chains
}

function isNextSeat({ ticketTypeId, placeId }: OrderLine): boolean {
  return placeId !== null && isNextSeatType(ticketTypeId ?? 0)
}

interface RunOfOrder {
  readonly order: Order
  readonly run: Run
  readonly others: Awaited<ReturnType<typeof otherRidersOf>>
}

function presentOrderSegment(
  network: Network,
  { locale }: Context,
  of: RunOfOrder,
  lines: readonly OrderLine[],
): SegmentOfOrder | null {
  const { order, run } = of
  const legFrom = Math.min(...lines.map((line) => line.legFrom ?? 0))
  const legTo = Math.max(...lines.map((line) => line.legTo ?? 1))
  const [from, to] = [run.stops[legFrom], run.stops[legTo]]
  if (!from || !to) return null
  const seats = lines.filter(({ placeId }) => placeId !== null)
  return {
    segment: presentPlainSegment(network, { run, legFrom, legTo, from, to }, locale),
    tickets: seats.map((line) => presentSeat(network, of, line, locale)),
    baggage: lines.flatMap((line) => {
      const baggageId = baggageOfType(line.ticketTypeId ?? 0)
      const option = (network.baggage.get(run.agency.agencyId) ?? []).find(
        (one) => one.baggageId === baggageId,
      )
      if (baggageId === null) return []
      return [
        {
          lineId: line.id,
          optionCode: option?.code ?? '',
          name: line.description[locale],
          quantity: line.quantity,
          total: money(line.amountMinor, order.currency),
        },
      ]
    }),
    seatChanges: seats.filter(isNextSeat).flatMap((line) => {
      const before = seats.find((one) => one.legTo === line.legFrom && one.id < line.id)
      const stop: RunStop | undefined = run.stops[line.legFrom ?? 0]
      if (!before || !stop) return []
      return [
        {
          lineId: line.id,
          stop: stop.stop.name[locale],
          from: seatText(before, locale),
          to: seatText(line, locale),
        },
      ]
    }),
  }
}

function seatText({ detail }: OrderLine, locale: Context['locale']): string {
  return [detail.section?.[locale], detail.seat].filter(Boolean).join(', ')
}

function presentSeat(
  network: Network,
  { order, run, others }: RunOfOrder,
  line: OrderLine,
  locale: Context['locale'],
): SegmentOfOrder['tickets'][number] {
  const type = riderOfType(line.ticketTypeId ?? 0, run.agency.terms.riders)
  const travelClass = type && network.classes.get(type.classId)
  const fee = order.lines.find((one) => one.kind === 'Service' && feeKey(one) === feeKey(line))
  return {
    lineId: line.id,
    rider: type?.rider ?? null,
    name: line.description[locale],
    classCode: travelClass?.code ?? null,
    className: travelClass?.name[locale] ?? null,
    coach: line.detail.section?.[locale] ?? null,
    seat: line.detail.seat ?? null,
    placeId: line.placeId,
    legFrom: line.legFrom ?? 0,
    legTo: line.legTo ?? 1,
    quantity: line.quantity,
    total: money(line.amountMinor + (fee?.unitPriceMinor ?? 0) * line.quantity, order.currency),
    otherRiders: [...(others.get(line.id) ?? [])],
  }
}
