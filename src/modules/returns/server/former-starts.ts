/** Starts of items before they were moved, so that terms of sold tickets never become worse. */
import { sql } from 'kysely'
import { invariant } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'

/** A date that is brought forward is refunded in full for at least this many hours after its notice. */
export const noticeHoursMin = 72

export interface FormerStart {
  readonly startsAt: Date
  /** The notice of the move. */
  readonly until: Date
}

/** Keeps a start that is being replaced, in the transaction of the move. */
export async function keepFormerStart(
  context: Context,
  item: { readonly source: string; readonly itemId: number; readonly startsAt: Date },
): Promise<void> {
  invariant(context.db.isTransaction, 'a start is kept in the transaction of its move')
  await context.db
    .insertInto('former_start')
    .values({
      source: item.source,
      item_id: item.itemId,
      starts_at: item.startsAt,
      until: context.clock.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Former starts of items of one source, the earliest notice first. */
export async function readFormerStarts(
  context: Context,
  source: string,
  itemIds: readonly number[],
): Promise<ReadonlyMap<number, readonly FormerStart[]>> {
  const { rows } = await sql<FormerStart & { itemId: number }>`
    select item_id as "itemId", starts_at as "startsAt", until from former_start
    where source = ${source} and item_id = any(${[...new Set(itemIds)]}::integer[])
    order by until`.execute(context.db)
  return Map.groupBy(rows, ({ itemId }) => itemId)
}

/** The start that a ticket was sold with, and until when each notice since promised a full refund. */
export interface PromisedStart {
  readonly soldStartsAt: Date
  /** Null when nothing was brought forward. */
  readonly noticeUntil: Date | null
}

/** What moves of an item since the sale have left of a ticket's terms; null if it was not moved since. */
export function promisedStart(
  former: readonly FormerStart[],
  startsAt: Date,
  acceptedAt: Date,
): PromisedStart | null {
  const since = former.filter(({ until }) => acceptedAt <= until)
  const [first] = since
  if (!first) return null
  const notices = since.flatMap((one, index) => {
    const next = since[index + 1]?.startsAt ?? startsAt
    return next < one.startsAt ? [one.until.getTime() + noticeHoursMin * 3_600_000] : []
  })
  return {
    soldStartsAt: first.startsAt,
    noticeUntil: notices.length > 0 ? new Date(Math.max(...notices)) : null,
  }
}
