/** Marks seats that the external cinema system has sold elsewhere as unavailable in our inventory. */
import { sql } from 'kysely'
import { ok } from '#kernel/result.ts'
import { readAvailability, returnPlaces, sellPlaces } from '#modules/inventory/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { placeState } from '#seatmap/availability.ts'
import { openScreening } from '../open-screening.ts'
import { readScreeningRows, type Screening } from '../programme.ts'
import type { CinemaSupplier } from './port.ts'

const mirroredHours = 24
const screeningsMax = 200

/** Mirrors the seats of the supplier's upcoming screenings that have an offering. */
export async function mirrorSeats(context: Context, supplier: CinemaSupplier): Promise<void> {
  const now = context.clock.now()
  const until = new Date(now.getTime() + mirroredHours * 3_600_000)
  const screenings = await readScreeningRows(
    context,
    sql`s.supplier = ${supplier.name} and s.offering_id is not null and s.cancelled_at is null
      and s.starts_at > ${now} and s.starts_at < ${until}`,
  )
  for (const screening of screenings.slice(0, screeningsMax))
    await mirrorScreening(context, supplier, screening)
}

/**
 * Blocks seats that the supplier sold elsewhere, and releases those that it sells again. Seats that we have held or sold
 * stay unchanged, since the confirmation of their order decides.
 */
export async function mirrorScreening(
  context: Context,
  supplier: CinemaSupplier,
  screening: Screening,
): Promise<void> {
  const { supplierSession, screeningId } = screening
  if (supplierSession === null) return
  const answer = await supplier.readSeats(supplierSession)
  if (answer.kind !== 'answered') return
  const soldBySupplier = new Set(
    answer.value.flatMap((state, index) => (state === 'sold' ? [index + 1] : [])),
  )
  const offeringId = await openScreening(context, screening)
  await inTransaction(context, async (inside) => {
    const { rows } = await sql<{ placeId: number; holdId: string }>`
      select place_id as "placeId", hold_id as "holdId" from supplier_seat
      where screening_id = ${screeningId} for update`.execute(inside.db)
    const known = new Map(rows.map(({ placeId, holdId }) => [placeId, holdId]))
    const { states } = await readAvailability(inside, offeringId)
    const allocation = { offeringId, legFrom: 0, legTo: 1, pools: [] }
    for (const placeId of soldBySupplier) {
      const state = states[placeId - 1]
      const isFree = state === placeState.free || state === placeState.refunded
      if (known.has(placeId) || !isFree) continue
      const holdId = inside.random.uuid()
      const sale = await sellPlaces(inside, [{ ...allocation, holdId, places: [placeId] }])
      if (sale.ok)
        await sql`insert into supplier_seat (screening_id, place_id, hold_id)
          values (${screeningId}, ${placeId}, ${holdId})`.execute(inside.db)
    }
    for (const [placeId, holdId] of known) {
      if (soldBySupplier.has(placeId)) continue
      await returnPlaces(inside, [{ ...allocation, holdId, places: [placeId] }], {
        asResale: false,
      })
      await sql`delete from supplier_seat where screening_id = ${screeningId} and place_id = ${placeId}`.execute(
        inside.db,
      )
    }
    return ok(null)
  })
}
