/** Seats that a cinema withholds from sale, for guests or because they are broken, with reason and end. */
import { sql } from 'kysely'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, invariant, ok, type Result } from '#kernel/result.ts'
import {
  withholdPlaces,
  readAvailability,
  readMarkedPlaces,
} from '#modules/inventory/server/public-api.ts'
import {
  giveFree,
  keepBack,
  moveKeptBack,
  type KeptPlace,
} from '#modules/orders/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { createStates, encodeAvailability, encodeHeld } from '#seatmap/availability.ts'
import { placeById, type ExpandedLayout } from '#seatmap/expand.ts'
import type { WithheldSeatsView } from '../../office-contract.ts'
import { seatsOfSofa } from '../../sofas.ts'
import { findLayout, openScreening } from '../open-screening.ts'
import { sourceName } from '../offer-source.ts'
import { readScreenings, type Screening } from '../programme.ts'
import { operatorScope, loadReferenceDataOf, type CinemaScope } from './scope.ts'
import { lockScreening } from './slots.ts'

interface WithheldSeatRow {
  readonly placeId: number
  readonly reason: string
  readonly releaseAt: Date | null
}

async function readWithheldRows(
  { db }: Pick<Context, 'db'>,
  screeningId: number,
): Promise<WithheldSeatRow[]> {
  const { rows } = await sql<WithheldSeatRow>`
    select place_id as "placeId", reason, release_at as "releaseAt" from cinema_kept_seat
    where screening_id = ${screeningId} order by place_id`.execute(db)
  return rows
}

/** The current state of a hall with its withheld seats. */
export async function readWithheldSeats(
  context: Context,
  scope: CinemaScope,
  screeningId: number,
): Promise<Result<WithheldSeatsView, ErrorCode>> {
  const [screening] = await readScreenings(context, [screeningId])
  const reference = await loadReferenceDataOf(context, scope)
  if (!screening || !reference.cinemas.has(screening.cinemaId)) return fail('NotFound')
  const layout = await findLayout(context, screening.layoutDigest)
  if (!layout) return fail('NotFound')
  return ok(await viewOf(context, screening, layout))
}

async function viewOf(
  context: Context,
  { screeningId, offeringId, layoutDigest, isUnallocated }: Screening,
  layout: ExpandedLayout,
): Promise<WithheldSeatsView> {
  const states = createStates(layout.placeCount)
  const isOpened = offeringId !== null && !isUnallocated
  if (isOpened) {
    const available = await readAvailability(context, offeringId, { holdIds: [] })
    states.set(available.states.subarray(0, states.length - 1), 1)
  }
  const marked = isOpened ? await readMarkedPlaces(context, offeringId) : []
  const rows = new Map(
    (await readWithheldRows(context, screeningId)).map((row) => [row.placeId, row]),
  )
  return {
    screeningId,
    layout: isUnallocated ? null : { digest: layoutDigest },
    availability: encodeAvailability(states),
    held: encodeHeld(states),
    kept: marked.flatMap(({ placeId, isHeldBack }) => {
      const place = isHeldBack ? placeById(layout, placeId) : null
      if (!place) return []
      const row = rows.get(placeId)
      return [
        {
          placeId,
          row: place.rowLabel,
          seat: place.seatLabel,
          reason: row?.reason ?? '',
          releaseAt: row?.releaseAt?.toISOString() ?? null,
        },
      ]
    }),
  }
}

export interface WithholdRequest {
  readonly screeningId: number
  readonly placeIds: readonly number[]
  readonly isKept: boolean
  readonly reason: string
  /** When they go on sale automatically; null: only when released manually. */
  readonly releaseAt: Date | null
}

/**
 * Withholds seats, or releases them: all given seats or none, extended to whole sofas. Screenings of an external system
 * are refused, because seats are withheld there.
 */
export async function withholdSeats(
  context: Context,
  scope: CinemaScope,
  request: WithholdRequest,
): Promise<Result<WithheldSeatsView, ErrorCode>> {
  const { screeningId, isKept, reason, releaseAt } = request
  return inTransaction<Result<WithheldSeatsView, ErrorCode>>(context, async (inside) => {
    const screening = await lockScreening(inside, scope, screeningId)
    if (!screening) return fail('NotFound')
    const layout = await findLayout(inside, screening.layoutDigest)
    const { cancelledAt, startsAt, supplier, isUnallocated } = screening
    if (!layout || supplier !== null || isUnallocated) return fail('BadRequest')
    const now = inside.clock.now()
    if (cancelledAt !== null || startsAt <= now) return fail('EventNotActive')
    if (releaseAt !== null && (releaseAt <= now || releaseAt >= startsAt)) return fail('BadRequest')
    const placeIds = wholeSofas(layout, request.placeIds)
    if (!placeIds) return fail('BadRequest')
    const offeringId = await openScreening(inside, screening)
    if (!isKept) await giveFree(inside, { offeringId, placeIds })
    const kept = await withholdPlaces(inside, { offeringId, placeIds, isKept })
    if (!kept.ok) return kept
    if (isKept) {
      const merchantId = await merchantOf(inside, scope, screening)
      const createdBy = inside.actor.kind === 'staff' ? inside.actor.staffId : null
      const places = placeIds.flatMap((placeId) => keptPlaceOf(layout, placeId))
      const of = { source: sourceName, itemId: screeningId, offeringId }
      await keepBack(inside, { merchantId, createdBy, ...of, places })
    }
    await writeWithheldRows(inside, request, placeIds)
    await scope.log(inside, {
      action: isKept ? 'cinema.keep-back' : 'cinema.give-free',
      subject: `screening ${screeningId}`,
      after: { placeIds, ...(reason && { reason }), ...(releaseAt && { releaseAt }) },
    })
    return ok(await viewOf(inside, { ...screening, offeringId }, layout))
  })
}

async function merchantOf(
  context: Context,
  scope: CinemaScope,
  { cinemaId }: Screening,
): Promise<number> {
  const cinema = (await loadReferenceDataOf(context, scope)).cinemas.get(cinemaId)
  invariant(cinema, 'a screening has a cinema of the scope')
  return cinema.merchantId
}

function keptPlaceOf(layout: ExpandedLayout, placeId: number): KeptPlace[] {
  const place = placeById(layout, placeId)
  if (!place) return []
  return [{ placeId, row: place.rowLabel, seat: place.seatLabel, section: place.section.name }]
}

/** The places extended to whole sofas; null if a place does not exist in the hall. */
function wholeSofas(layout: ExpandedLayout, placeIds: readonly number[]): number[] | null {
  if (placeIds.some((placeId) => !placeById(layout, placeId))) return null
  return [...new Set(placeIds.flatMap((placeId) => seatsOfSofa(layout, placeId)))]
}

async function writeWithheldRows(
  { db, clock }: Context,
  { screeningId, isKept, reason, releaseAt }: WithholdRequest,
  placeIds: readonly number[],
): Promise<void> {
  if (isKept)
    await sql`
      insert into cinema_kept_seat (screening_id, place_id, reason, release_at, kept_at)
      select ${screeningId}, place_id, ${reason}, ${releaseAt}::timestamptz, ${clock.now()}
      from unnest(${[...placeIds]}::int[]) as place_id
      on conflict (screening_id, place_id) do update
        set reason = excluded.reason, release_at = excluded.release_at, kept_at = excluded.kept_at`.execute(
      db,
    )
  else
    await sql`delete from cinema_kept_seat
      where screening_id = ${screeningId} and place_id = any(${[...placeIds]}::int[])`.execute(db)
}

/** Moves withheld seats to another hall with their reasons; seats without a new place are no longer withheld. */
export async function moveWithheldSeats(
  context: Context,
  { screeningId, offeringId }: { readonly screeningId: number; readonly offeringId: number },
  { to, moves }: { readonly to: ExpandedLayout; readonly moves: ReadonlyMap<number, number> },
): Promise<void> {
  const { db } = context
  const places = [...moves].flatMap(([from, placeId]) =>
    keptPlaceOf(to, placeId).map((place) => ({ from, ...place })),
  )
  await moveKeptBack(context, offeringId, places)
  const { rows } = await sql<WithheldSeatRow & { readonly keptAt: Date }>`
    delete from cinema_kept_seat where screening_id = ${screeningId}
    returning place_id as "placeId", reason, release_at as "releaseAt", kept_at as "keptAt"`.execute(
    db,
  )
  const moved = rows.flatMap((row) => {
    const placeId = moves.get(row.placeId)
    return placeId === undefined ? [] : [{ ...row, placeId }]
  })
  if (moved.length === 0) return
  await sql`
    insert into cinema_kept_seat (screening_id, place_id, reason, release_at, kept_at)
    select ${screeningId}, "placeId", reason, "releaseAt", "keptAt"
    from json_to_recordset(${JSON.stringify(moved)}::json)
      as one ("placeId" integer, reason text, "releaseAt" timestamptz, "keptAt" timestamptz)`.execute(
    db,
  )
}

/** Releases withheld seats whose end has passed. Returns the number of affected screenings. */
export async function releaseWithheldSeats(context: Context): Promise<number> {
  const now = context.clock.now()
  const { rows } = await sql<{ screeningId: number; placeIds: number[] }>`
    select screening_id as "screeningId", array_agg(place_id order by place_id) as "placeIds"
    from cinema_kept_seat where release_at <= ${now} group by 1 order by 1 limit 100`.execute(
    context.db,
  )
  for (const { screeningId, placeIds } of rows)
    await inTransaction(context, async (inside) => {
      const screening = await lockScreening(inside, operatorScope, screeningId)
      // Seats that were released or sold in the meantime stay unchanged.
      const { rows: due } = await sql<{ placeId: number }>`
        delete from cinema_kept_seat where screening_id = ${screeningId} and release_at <= ${now}
          and place_id = any(${placeIds}::int[]) returning place_id as "placeId"`.execute(inside.db)
      const offeringId = screening?.offeringId ?? null
      if (offeringId === null) return ok(null)
      const marked = await readMarkedPlaces(inside, offeringId)
      const blocked = new Set(
        marked.flatMap(({ placeId, isHeldBack }) => (isHeldBack ? [placeId] : [])),
      )
      const toRelease = due.flatMap(({ placeId }) => (blocked.has(placeId) ? [placeId] : []))
      if (toRelease.length > 0) {
        await giveFree(inside, { offeringId, placeIds: toRelease })
        await withholdPlaces(inside, { offeringId, placeIds: toRelease, isKept: false })
      }
      return ok(null)
    })
  return rows.length
}
