/** Quotes another seat for a ticket: on another run or day, or on the same run. */
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { readLegUse } from '#modules/inventory/server/public-api.ts'
import type { SoldItem } from '#modules/orders/server/public-api.ts'
import { openRun, readNetwork, readRuns, type Run } from '#modules/timetable/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { SeatPreference } from '../shapes.ts'
import { changeTermsOf, type AcceptedTerms } from './change-terms.ts'
import { chooseSeats } from './choose-seats.ts'
import { riderOfType, transportName } from './names.ts'
import { classOffers } from './offers.ts'
import { presentPlainSegment, type PlainSegmentView } from './present-segment.ts'
import { quoteJourney, type TransportRequest } from './quote.ts'
import { saleStateAt, stretchOf, type RunStretch } from './stretch.ts'

/** The ticket to change. */
export interface ChangingTicket extends SoldItem, AcceptedTerms {
  readonly ticketTypeId: number
  readonly placeId: number | null
  /** Whether the passenger has several consecutive seats, which cannot be changed individually. */
  readonly isOneOfSeveral: boolean
  /** The carrier has taken its seat: another vehicle has none left for it. */
  readonly isWithoutSeat?: boolean
}

export interface RequestedSeat {
  readonly runId: number
  readonly legFrom: number
  readonly legTo: number
  readonly classCode?: string | undefined
  readonly placeId?: number | undefined
  readonly preference?: SeatPreference | undefined
}

/** A quoted change; amounts in minor units of lari. */
export interface OfferedChange {
  readonly request: TransportRequest
  readonly placeId: number
  readonly vehicleTypeId: number
  readonly newMinor: number
  readonly changeFeeMinor: number
  readonly coach: string | null
  readonly seat: string | null
  readonly rider: string
  /** Deadline for changing the current ticket. */
  readonly changeUntil: Date
  readonly from: PlainSegmentView
  readonly to: PlainSegmentView
}

/**
 * A seat and its price for the rider of a ticket, with the same carrier. The service fee was paid with the
 * original ticket and is not charged again.
 */
export async function offerChange(
  context: Context,
  ticket: ChangingTicket,
  requested: RequestedSeat,
): Promise<Result<OfferedChange, ErrorCode>> {
  const runs = await readRuns(context, [ticket.itemId, requested.runId])
  const changeable = changeableOf(context, ticket, runs)
  if (!changeable.ok) return changeable
  const { before, type, terms } = changeable.value
  const newRun = runs.find(({ runId }) => runId === requested.runId)
  if (!newRun) return fail('NotFound')
  const after = stretchOf(newRun, requested.legFrom, requested.legTo)
  if (!after) return fail('BadRequest')
  if (before.run.agency.agencyId !== newRun.agency.agencyId) return fail('TicketNotChangeable')
  if (saleStateAt(after, context.clock.now()) !== 'open') return fail('JourneyNotSold')
  const request = await requestFor(context, after, type, requested)
  if (!request.ok) return request
  const quoted = await quoteJourney(context, request.value)
  if (!quoted.ok) return quoted
  const [offered] = quoted.value.tickets
  if (!offered || offered.placeId === null) return fail('NoSeatsLeft')
  const network = await readNetwork(context)
  return ok({
    request: request.value,
    placeId: offered.placeId,
    vehicleTypeId: newRun.vehicle.vehicleTypeId,
    newMinor: offered.unitPriceMinor,
    changeFeeMinor: terms.feeMinor,
    coach: offered.detail.section?.[context.locale] ?? null,
    seat: offered.detail.seat ?? null,
    rider: type.rider,
    changeUntil: terms.until,
    from: presentPlainSegment(network, before, context.locale),
    to: presentPlainSegment(network, after, context.locale),
  })
}

/** Who travels with a ticket, and what changing it costs and until when. */
export interface TicketChangeTerms {
  readonly rider: string
  readonly feeMinor: number
  readonly until: Date
  readonly timeZone: string
}

export async function readChangeTerms(
  context: Context,
  ticket: ChangingTicket,
): Promise<Result<TicketChangeTerms, ErrorCode>> {
  const changeable = changeableOf(context, ticket, await readRuns(context, [ticket.itemId]))
  if (!changeable.ok) return changeable
  const { before, type, terms } = changeable.value
  return ok({ rider: type.rider, ...terms, timeZone: before.from.timeZone })
}

/** The legs of a ticket that may still be changed, and the terms that were accepted with it. */
function changeableOf(context: Context, ticket: ChangingTicket, runs: readonly Run[]) {
  if (ticket.source !== transportName || ticket.placeId === null || ticket.isOneOfSeveral)
    return fail('TicketNotChangeable')
  const run = runs.find(({ runId }) => runId === ticket.itemId)
  if (!run) return fail('NotFound')
  const before = stretchOf(run, ticket.legFrom, ticket.legTo)
  if (!before) return fail('BadRequest')
  const type = riderOfType(ticket.ticketTypeId, run.agency.terms.riders)
  const terms = changeTermsOf(before.run, before.from, ticket, context.clock.now())
  if (!type || context.clock.now() > terms.until) return fail('TicketNotChangeable')
  return ok({ before, type, terms })
}

async function requestFor(
  context: Context,
  stretch: RunStretch,
  { classId, rider }: { readonly classId: number; readonly rider: string },
  { classCode, placeId, preference }: RequestedSeat,
): Promise<Result<TransportRequest, ErrorCode>> {
  const { run } = stretch
  const { vehicleTypeId } = run.vehicle
  const opened = await openRun(context, run.runId)
  if (!opened.ok) return opened
  const use = (await readLegUse(context, [opened.value])).get(opened.value)
  const offers = await classOffers(context, stretch, use)
  const inClass = offers.find(({ travelClass }) =>
    classCode === undefined ? travelClass.classId === classId : travelClass.code === classCode,
  )
  if (!inClass && placeId === undefined) return fail('TicketTypeNotFound')
  const seated = chooseSeats({
    stretch,
    segment: {
      passengers: [{ rider, placeId }],
      preferences: preference ? [preference] : [],
      mayChangeSeats: false,
    },
    classId: inClass?.classId ?? null,
    use,
    unavailable: new Set(),
  })
  if (!seated.ok) return seated
  const passengers = seated.value.map((one) => ({ ...one, isExchange: true as const }))
  return ok({ runId: run.runId, vehicleTypeId, passengers, baggage: [] })
}
