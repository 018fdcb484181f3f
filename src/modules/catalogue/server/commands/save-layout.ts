import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'
import { placeCount, poolsOf, type SeatLayout } from '#seatmap/layout.ts'

/** Identifies a layout by its content: equal content has the same digest. */
export function layoutDigest(layout: SeatLayout): string {
  return createHash('sha256').update(JSON.stringify(layout)).digest('hex').slice(0, 40)
}

/** Number of named places, and capacity of the pools. */
export function layoutCapacity(layout: SeatLayout): number {
  return poolsOf(layout).reduce((sum, { pool }) => sum + pool.capacity, placeCount(layout))
}

export interface SavedLayout {
  readonly layoutId: number
  readonly version: number
  /** The layout existed already, possibly under another key. */
  readonly isKnown: boolean
}

/**
 * Saves a layout as the next version of its key in a venue. Existing versions never change: identical content
 * resolves to its existing version, any other content becomes a new one. Runs in the caller's transaction.
 */
export async function saveLayout(
  context: Context,
  options: { readonly venueId: number; readonly key: string; readonly layout: SeatLayout },
): Promise<SavedLayout> {
  const { venueId, key, layout } = options
  const digest = layoutDigest(layout)
  // Versions of one key are assigned one after another.
  await sql`select pg_advisory_xact_lock(hashtext(${`layout ${venueId} ${key}`}))`.execute(
    context.db,
  )
  const known = await context.db
    .selectFrom('seat_layout')
    .select(['id', 'version'])
    .where('digest', '=', digest)
    .executeTakeFirst()
  if (known) return { layoutId: known.id, version: known.version, isKnown: true }
  const latest = await context.db
    .selectFrom('seat_layout')
    .select((expression) => expression.fn.max('version').as('version'))
    .where('venue_id', '=', venueId)
    .where('key', '=', key)
    .executeTakeFirst()
  const version = (latest?.version ?? 0) + 1
  const { id } = await context.db
    .insertInto('seat_layout')
    .values({
      venue_id: venueId,
      key,
      version,
      name: JSON.stringify(layout.name),
      digest,
      content: JSON.stringify(layout),
      capacity: layoutCapacity(layout),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { layoutId: id, version, isKnown: false }
}
