/** Free rebooking of tickets whose run is cancelled or very late, at the price originally paid. */
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { laterOf } from '#modules/returns/server/public-api.ts'
import { readLegUse } from '#modules/inventory/server/public-api.ts'
import type { ReplacedTicket } from '#modules/orders/server/public-api.ts'
import {
  addDays,
  localDate,
  openRun,
  readNetwork,
  readRuns,
  runsBetween,
} from '#modules/timetable/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { acceptedChangeTerms, isVeryLate } from './change-terms.ts'
import { chooseSeats } from './choose-seats.ts'
import { hasBaggageRoom } from './moving-baggage.ts'
import { baggageOfType, riderOfType, transportName } from './names.ts'
import type { ChangingTicket } from './offer-change.ts'
import { offerSegment, presentPlainSegment, type PlainSegmentView } from './present-segment.ts'
import { useOf } from './offers.ts'
import type { TransportRequest } from './quote.ts'
import { departureOf, isSkipping, saleStateAt, stretchOf, type RunStretch } from './stretch.ts'

/** Number of days after the ticket's date that are searched for another run. */
const daysAhead = 3
const offersMax = 6

/** Tickets of one order for the same leg range of a run. */
export interface RebookedParty {
  readonly tickets: readonly ChangingTicket[]
  readonly stretch: RunStretch
  /** One for each passenger ticket; these come first in `tickets`. */
  readonly riders: readonly { readonly classId: number; readonly rider: string }[]
  /** One for each baggage ticket; these follow the passenger tickets. */
  readonly baggageIds: readonly number[]
  readonly reason: 'cancelled' | 'delayed' | 'no-seat' | 'skipped'
  /** Deadline; null while the tickets are valid. */
  readonly until: Date | null
}

/** Whether these tickets can be rebooked free of charge. Passenger tickets must precede baggage tickets. */
export async function rebookedParty(
  context: Context,
  tickets: readonly ChangingTicket[],
): Promise<Result<RebookedParty, ErrorCode>> {
  const [first] = tickets
  if (!first || tickets.some((one) => one.source !== transportName || one.isOneOfSeveral))
    return fail('TicketNotChangeable')
  const [run] = await readRuns(context, [first.itemId])
  const stretch = run && stretchOf(run, first.legFrom, first.legTo)
  if (!stretch) return fail('TicketNotChangeable')
  const { terms } = stretch.run.agency
  const riders = tickets.flatMap(
    ({ ticketTypeId }) => riderOfType(ticketTypeId, terms.riders) ?? [],
  )
  const baggageIds = tickets.flatMap(({ ticketTypeId }) => baggageOfType(ticketTypeId) ?? [])
  // Baggage cannot travel without a passenger.
  if (riders.length === 0 || riders.length + baggageIds.length < tickets.length)
    return fail('TicketNotChangeable')
  const isCancelled = stretch.run.status === 'cancelled'
  const leavesAt = departureOf(stretch.from)
  const now = context.clock.now()
  const isVeryLateNow = isVeryLate(
    stretch.from,
    acceptedChangeTerms(stretch.run.agency, first.acceptedAt),
  )
  // Its passengers were told that they may choose, whatever the delay has become.
  const isLate = isVeryLateNow || (first.fullRefundUntil !== null && now <= first.fullRefundUntil)
  const until = laterOf(leavesAt, first.fullRefundUntil)
  const isWithoutSeat = tickets.some((one) => one.isWithoutSeat)
  const isWithoutStop = isSkipping(stretch)
  if (!isCancelled && ((!isLate && !isWithoutSeat && !isWithoutStop) || now > until))
    return fail('TicketNotChangeable')
  return ok({
    tickets,
    stretch,
    riders,
    baggageIds,
    reason: isCancelled
      ? 'cancelled'
      : isWithoutSeat
        ? 'no-seat'
        : isWithoutStop
          ? 'skipped'
          : 'delayed',
    until: isCancelled ? null : until,
  })
}

/** The next departures of the same carrier between the same towns with enough seats, earliest first. */
export async function rebookingOffers(
  context: Context,
  { stretch, riders, baggageIds }: RebookedParty,
): Promise<PlainSegmentView[]> {
  const network = await readNetwork(context)
  const { run, from, to } = stretch
  const [fromTown, toTown] = [from.stop.localityId, to.stop.localityId]
  if (fromTown === null || toTown === null) return []
  const now = context.clock.now()
  const first = localDate(from.departsAt > now ? from.departsAt : now, from.timeZone)
  const offers: PlainSegmentView[] = []
  for (let ahead = 0; ahead <= daysAhead && offers.length < offersMax; ahead += 1) {
    const departures = await runsBetween(context, {
      brand: run.agency.brand,
      fromLocalityId: fromTown,
      toLocalityId: toTown,
      date: addDays(first, ahead),
    })
    const requested = departures.filter(
      ({ agencyId, runId, departsAt }) =>
        agencyId === run.agency.agencyId &&
        runId !== null &&
        runId !== run.runId &&
        departsAt > now,
    )
    const runs = await readRuns(
      context,
      requested.flatMap(({ runId }) => runId ?? []),
    )
    const use = await useOf(
      context,
      runs.map(({ offeringId }) => offeringId),
    )
    for (const { runId, legFrom, legTo } of requested) {
      const other = runs.find((one) => one.runId === runId)
      const next = other && stretchOf(other, legFrom, legTo)
      if (!next || offers.length === offersMax) continue
      const offered = await offerSegment(context, next, use.get(other.offeringId ?? 0))
      const seats = [...offered.left.values()].reduce((sum, count) => sum + count, 0)
      const hasRoom = await hasBaggageRoom(
        context,
        { ...next, use: use.get(next.run.offeringId ?? 0) },
        baggageIds,
      )
      if (offered.sale === 'open' && seats >= riders.length && hasRoom)
        offers.push(presentPlainSegment(network, next, context.locale))
    }
  }
  return offers
}

/**
 * A request for seats on another run at the prices originally paid, in the same class if it has enough
 * seats.
 */
export async function rebookingRequest(
  context: Context,
  { stretch, riders, baggageIds }: RebookedParty,
  requested: { readonly runId: number; readonly legFrom: number; readonly legTo: number },
  replaced: readonly { readonly replaces: ReplacedTicket; readonly priceMinor: number }[],
): Promise<Result<TransportRequest, ErrorCode>> {
  const [run] = await readRuns(context, [requested.runId])
  const next = run && stretchOf(run, requested.legFrom, requested.legTo)
  if (!next) return fail('NotFound')
  const isSameConnection =
    run.agency.agencyId === stretch.run.agency.agencyId &&
    run.runId !== stretch.run.runId &&
    next.from.stop.localityId === stretch.from.stop.localityId &&
    next.to.stop.localityId === stretch.to.stop.localityId
  if (!isSameConnection) return fail('TicketNotChangeable')
  if (saleStateAt(next, context.clock.now()) !== 'open') return fail('JourneyNotSold')
  const opened = await openRun(context, run.runId)
  if (!opened.ok) return opened
  const use = (await readLegUse(context, [opened.value])).get(opened.value)
  const segment = {
    passengers: riders.map(({ rider }) => ({ rider })),
    preferences: [],
    mayChangeSeats: false,
  }
  const unavailable = new Set<number>()
  const choice = { stretch: next, segment, use, unavailable }
  const inClass = chooseSeats({ ...choice, classId: riders[0]?.classId ?? null })
  const seated = inClass.ok ? inClass : chooseSeats({ ...choice, classId: null })
  if (!seated.ok) return seated
  return ok({
    runId: run.runId,
    vehicleTypeId: run.vehicle.vehicleTypeId,
    passengers: seated.value.map((one, index) => ({ ...one, ...replaced[index] })),
    baggage: baggageIds.map((baggageId, index) => ({
      baggageId,
      quantity: 1,
      legFrom: next.legFrom,
      legTo: next.legTo,
      ...replaced[riders.length + index],
    })),
  })
}
