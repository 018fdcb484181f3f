/** A change of a vehicle as shown to the carrier: the new seats by order. */
import { money } from '#kernel/money.ts'
import { findOrders, readPassengers } from '#modules/orders/server/public-api.ts'
import type { VehicleType } from '#modules/timetable/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { ReseatedRun } from '../../vehicle-contract.ts'
import { coachOf } from '../coaches.ts'
import type { VehicleChange } from './vehicle-change.ts'
import type { HeldStretch } from './read-situation.ts'

type PartyView = ReseatedRun['parties'][number]
type SeatView = PartyView['seats'][number]

/** A stretch, and its seats in both vehicles by coach and number. */
export interface MovedSeat {
  readonly stretch: HeldStretch
  readonly from: SeatView['from']
  readonly to: SeatView['to']
  /** Whether the name of the seat differs, or it has none any more or again. */
  readonly isMoved: boolean
  readonly isLower: boolean
}

/** Everybody's seats before and after a change, in the language of the caller. */
export function movedSeats(
  { locale }: Pick<Context, 'locale'>,
  { run, to, situation, plan }: Pick<VehicleChange, 'run' | 'to' | 'situation' | 'plan'>,
): MovedSeat[] {
  const nameOf = (vehicle: VehicleType, placeId: number) => {
    const place = vehicle.places[placeId - 1]
    if (!place) return null
    const coach = vehicle.plan.coaches.length > 1 ? coachOf(vehicle, place) : undefined
    return { coach: coach?.name[locale] ?? null, seat: place.label }
  }
  const lower = new Set(plan.lower)
  return situation.stretches.map((stretch) => {
    const from = nameOf(run.vehicle, stretch.placeId)
    const seat = nameOf(to, plan.seats.get(stretch.key) ?? 0)
    const isMoved = from?.coach !== seat?.coach || from?.seat !== seat?.seat
    return { stretch, from, to: seat, isMoved, isLower: lower.has(stretch.key) }
  })
}

export async function presentChange(
  context: Context,
  change: VehicleChange,
  isDone: boolean,
): Promise<ReseatedRun> {
  const { run, to, situation, plan, refunds, heldReleased, withheld } = change
  const seats = movedSeats(context, change)
  const several = situation.parties.filter(({ sitters }) => sitters.length > 1)
  const count = (counts: (seat: MovedSeat) => boolean) => seats.filter(counts).length
  return {
    runId: run.runId,
    vehicleTypeId: to.vehicleTypeId,
    isDone,
    seatCount: plan.seats.size,
    seatsMoved: count((seat) => seat.to !== null && seat.isMoved),
    partyCount: several.length,
    partiesApart: plan.apart.length,
    withoutSeat: count(({ stretch, to: seat }) => stretch.isSold && seat === null),
    inLowerClass: plan.lower.length,
    goesBack: money(
      refunds.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
      'GEL',
    ),
    heldReleased,
    withheldLost: situation.withheld.length - withheld.length,
    parties: await presentParties(context, change, seats),
  }
}

async function presentParties(
  context: Context,
  { run, situation, plan }: VehicleChange,
  seats: readonly MovedSeat[],
): Promise<PartyView[]> {
  const byKey = new Map(seats.map((seat) => [seat.stretch.key, seat]))
  const orders = await findOrders(context, [
    ...new Set(situation.stretches.flatMap(({ line }) => line?.orderId ?? [])),
  ])
  const passengers = new Map(
    (await readPassengers(context, orders)).map(({ lineId, passenger }) => [
      lineId,
      `${passenger.givenName} ${passenger.familyName}`.trim(),
    ]),
  )
  const stopName = (leg: number) => run.stops[leg]?.stop.name[context.locale] ?? ''
  const apart = new Set(plan.apart)
  const views = situation.parties.map(({ key, sitters }): PartyView => {
    const own = sitters.flatMap((sitter) => byKey.get(sitter.key) ?? [])
    return {
      orderNumber: own[0]?.stretch.line?.orderNumber ?? null,
      isApart: apart.has(key),
      seats: own
        .filter(({ isMoved, isLower }) => isMoved || isLower || apart.has(key))
        .map(({ stretch, from, to, isLower }) => ({
          passenger: passengers.get(stretch.line?.lineId ?? 0) ?? null,
          fromStop: stopName(stretch.legFrom),
          toStop: stopName(stretch.legTo),
          isSold: stretch.isSold,
          isLowerClass: isLower,
          from,
          to,
        })),
    }
  })
  const isWithout = ({ seats: own }: PartyView) =>
    own.some((seat) => seat.isSold && seat.to === null)
  const urgency = (view: PartyView) => (isWithout(view) ? 0 : view.isApart ? 1 : 2)
  return views
    .filter((view) => view.seats.length > 0)
    .toSorted((one, other) => urgency(one) - urgency(other))
}
