/**
 * Flights moved or cancelled by their airline after the sale. Suppliers are checked periodically; a change is recorded
 * once, tickets show the new times at once, and holders are notified. They accept the change or return the booking, for
 * which the supplier then quotes no fee.
 */
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { notifyHolders, type TicketPorts } from '#modules/tickets/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { tripKey, type FlightOffer, type FlightSlice } from '../../itinerary.ts'
import { seatsLostBy } from '../../seats.ts'
import { flightSourceName } from '../offer-source.ts'
import { supplierOf, type FlightPorts } from '../ports.ts'
import type { SupplierChange } from '../supplier.ts'
import {
  closeChange,
  claimBookingsToCheck,
  insertChange,
  readNewestChange,
} from './changes-store.ts'
import { refusalOf } from './confirm-price.ts'
import { findOwnByOrder, type OrderedBooking } from './find-booking.ts'
import { removeLostSeats } from './lost-seats.ts'
import { changeBooking, findById, lockBooking, type Booking } from './store.ts'

const checkIntervalMinutes = 20
const bookingsPerRound = 50

export type ChangePorts = Pick<FlightPorts, 'suppliers'> & {
  readonly tickets: Pick<TicketPorts, 'sources'>
}

/** Returns the number of recorded changes. */
export async function checkScheduleChanges(context: Context, ports: ChangePorts): Promise<number> {
  const since = new Date(context.clock.now().getTime() - checkIntervalMinutes * 60_000)
  let count = 0
  for (const id of await claimBookingsToCheck(context, since, bookingsPerRound)) {
    const booking = await findById(context, id)
    if (booking) count += await checkBooking(context, ports, booking)
  }
  return count
}

async function checkBooking(
  context: Context,
  ports: ChangePorts,
  { id, supplier: name, reference }: Booking,
): Promise<number> {
  const supplier = supplierOf(ports, name)
  if (!supplier?.listChanges || reference === null) return 0
  const listed = await supplier.listChanges(context, reference)
  if (listed.kind !== 'answered') {
    const reason = listed.kind === 'unknown' ? listed.reason : listed.code
    context.log.warn({ bookingId: id, supplier: name, reason }, 'changes of flights are unknown')
    return 0
  }
  let count = 0
  for (const change of listed.value)
    if (!change.isAnswered && (await recordChange(context, ports, id, change))) count += 1
  return count
}

async function recordChange(
  context: Context,
  { tickets }: ChangePorts,
  bookingId: number,
  { changeRef, before, after }: SupplierChange,
): Promise<boolean> {
  const noted = await inTransaction(context, async (inside): Promise<Result<boolean, never>> => {
    const booking = await lockBooking(inside, bookingId)
    if (booking?.state !== 'ticketed' || booking.offeringId === null) return ok(false)
    if (!(await insertChange(inside, { bookingId, supplierRef: changeRef, before, after })))
      return ok(false)
    const departedAt = booking.offer.slices[0]?.legs[0]?.departsAt
    const change = changedBy(booking, before, after)
    const lost = seatsLostBy(booking.offer.slices, change.offer.slices, booking.seats)
    await changeBooking(inside, bookingId, ['ticketed'], change, 'moved')
    await removeLostSeats(inside, booking, lost)
    await notifyHolders(inside, tickets, {
      source: flightSourceName,
      itemId: bookingId,
      offeringId: booking.offeringId,
      change: after.length === 0 ? 'flight-cancelled' : 'moved',
      ...(departedAt && { startsBefore: { '*': new Date(departedAt).toISOString() } }),
    })
    return ok(true)
  })
  return noted.ok && noted.value
}

/** The offer with the changed flights; cancelled flights are kept as they were. */
function changedBy(
  { offer }: Pick<Booking, 'offer'>,
  before: readonly FlightSlice[],
  after: readonly FlightSlice[],
): { readonly offer: FlightOffer; readonly departsAt?: Date; readonly arrivesAt?: Date } {
  if (after.length === 0) return { offer }
  const slices = offer.slices.map((slice) => {
    const index = before.findIndex((earlier) => tripKey([earlier]) === tripKey([slice]))
    return after[index] ?? slice
  })
  const [first, last] = [slices[0]?.legs[0], slices.at(-1)?.legs.at(-1)]
  return {
    offer: { ...offer, slices },
    ...(first && { departsAt: new Date(first.departsAt) }),
    ...(last && { arrivesAt: new Date(last.arrivesAt) }),
  }
}

/** Accepts the new times. Fails with `FlightNotChanged` without an open change. */
export async function acceptScheduleChange(
  context: Context,
  ports: Pick<FlightPorts, 'suppliers'>,
  { orderKey, changeId }: { readonly orderKey: string; readonly changeId: number },
): Promise<Result<OrderedBooking, ErrorCode>> {
  const found = await findOwnByOrder(context, { orderKey })
  if (!found.ok) return found
  const { booking } = found.value
  const change = await readNewestChange(context, booking.id)
  if (!change || change.id !== changeId || change.after.length === 0)
    return fail('FlightNotChanged')
  if (change.state === 'accepted') return found
  if (change.state !== 'open' || booking.reference === null) return fail('FlightNotChanged')
  const supplier = supplierOf(ports, booking.supplier)
  if (!supplier?.acceptChange) return fail('FlightNotChanged')
  const { reference } = booking
  const accepted = await supplier.acceptChange(context, {
    reference,
    changeRef: change.supplierRef,
  })
  if (accepted.kind !== 'answered') return refusalOf(accepted)
  if (await closeChange(context, booking.id, 'accepted'))
    await changeBooking(context, booking.id, ['ticketed'], {}, 'change-accepted')
  return found
}
