/** Nightly comparison of our bookings with those that the external cinema system reports. */
import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'
import type { differenceKinds } from '../../formats.ts'
import type { CinemaSupplier, SupplierBooking } from './port.ts'

interface OwnBooking {
  readonly key: string
  readonly state: 'asked' | 'confirmed' | 'refused'
  readonly bookingNumber: string | null
  readonly placeIds: readonly number[]
  readonly refunded: readonly number[]
}

export interface Difference {
  readonly kind: (typeof differenceKinds)[number]
  readonly bookingNumber: string
  readonly detail: Readonly<Record<string, unknown>>
}

/** Differences of both lists. Pure. Pending bookings are no difference. */
export function differencesOf(
  ownBookings: readonly OwnBooking[],
  supplierBookings: readonly SupplierBooking[],
): Difference[] {
  const byKey = new Map(ownBookings.map((booking) => [booking.key, booking]))
  const found: Difference[] = []
  for (const { key, bookingNumber, tickets } of supplierBookings) {
    const booking = byKey.get(key)
    const live = tickets.filter(({ isRefunded }) => !isRefunded)
    if (!booking || booking.state === 'refused') {
      if (live.length > 0) found.push({ kind: 'missing-here', bookingNumber, detail: { key } })
      continue
    }
    const refunded = new Set(booking.refunded)
    const onlyThere = tickets.filter(({ seat, isRefunded }) => isRefunded && !refunded.has(seat))
    const onlyHere = live.filter(({ seat }) => refunded.has(seat))
    const seats = (list: readonly { readonly seat: number }[]) => list.map(({ seat }) => seat)
    if (onlyThere.length > 0)
      found.push({ kind: 'refunded-there', bookingNumber, detail: { seats: seats(onlyThere) } })
    if (onlyHere.length > 0)
      found.push({ kind: 'refunded-here', bookingNumber, detail: { seats: seats(onlyHere) } })
  }
  const knownBySupplier = new Set(supplierBookings.map(({ key }) => key))
  for (const { key, state, bookingNumber, placeIds } of ownBookings)
    if (state === 'confirmed' && bookingNumber !== null && !knownBySupplier.has(key))
      found.push({ kind: 'missing-there', bookingNumber, detail: { placeIds } })
  return found
}

/** Reads both lists and stores each difference once. Returns the current number; null without a reply. */
export async function compareBookings(
  context: Context,
  supplier: CinemaSupplier,
): Promise<number | null> {
  const answer = await supplier.listBookings()
  if (answer.kind !== 'answered') return null
  const { rows } = await sql<OwnBooking>`
    select key, state, booking_number as "bookingNumber", place_ids as "placeIds",
      refunded_place_ids as refunded
    from supplier_booking where supplier = ${supplier.name}`.execute(context.db)
  const differences = differencesOf(rows, answer.value)
  for (const { kind, bookingNumber, detail } of differences) {
    context.log.warn({ supplier: supplier.name, kind, bookingNumber }, 'bookings differ')
    await sql`
      insert into supplier_difference (supplier, kind, booking_number, detail, found_at)
      values (${supplier.name}, ${kind}, ${bookingNumber}, ${JSON.stringify(detail)}, ${context.clock.now()})
      on conflict (supplier, kind, booking_number) do nothing`.execute(context.db)
  }
  return differences.length
}

const shownMax = 50

/**
 * The newest differences; for an organiser, those of bookings for their screenings. Bookings that we do not know belong to
 * no organiser, so only operators see them.
 */
export async function readDifferences(
  context: Context,
  merchantId: number | null,
): Promise<{ kind: Difference['kind']; bookingNumber: string; foundAt: string }[]> {
  const { rows } = await sql<Pick<Difference, 'kind' | 'bookingNumber'> & { foundAt: Date }>`
    select d.kind, d.booking_number as "bookingNumber", d.found_at as "foundAt" from supplier_difference d
    where ${belongsTo(merchantId)} order by d.found_at desc, d.id desc limit ${shownMax}`.execute(
    context.db,
  )
  return rows.map(({ foundAt, ...row }) => ({ ...row, foundAt: foundAt.toISOString() }))
}

/** A condition on `supplier_difference d`: it belongs to the organiser. */
function belongsTo(merchantId: number | null) {
  if (merchantId === null) return sql`true`
  return sql`exists (
    select from supplier_booking b join screening s on s.id = b.screening_id join cinema c on c.id = s.cinema_id
    where b.supplier = d.supplier and b.booking_number = d.booking_number and c.merchant_id = ${merchantId})`
}
