/** What holders of tickets were told of starts and full refunds, so that terms of sold tickets never become worse. */
import { sql } from 'kysely'
import { invariant } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import { laterOf } from './policy.ts'

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

interface Legs {
  readonly legFrom: number
  /** Exclusive. */
  readonly legTo: number
}

/** A full refund that holders of these legs were told of. */
export interface PromisedRefund extends Legs {
  readonly toldAt: Date
  readonly until: Date
}

/** Keeps a full refund that holders are being told of, in the transaction of the news. */
export async function keepPromisedRefund(
  context: Context,
  promise: { readonly source: string; readonly itemId: number; readonly until: Date } & Legs,
): Promise<void> {
  invariant(context.db.isTransaction, 'a promise is kept in the transaction of its news')
  const { source, itemId, legFrom, legTo, until } = promise
  await sql`
    insert into promised_refund (source, item_id, leg_from, leg_to, told_at, until)
    values (${source}, ${itemId}, ${legFrom}, ${legTo}, ${context.clock.now()}, ${until})
    on conflict (source, item_id, leg_from, leg_to, told_at)
    do update set until = greatest(promised_refund.until, excluded.until)`.execute(context.db)
}

/** What holders of an item were told, the earliest first. */
export interface ItemPromises {
  readonly starts: readonly FormerStart[]
  readonly refunds: readonly PromisedRefund[]
}

interface PromiseRow extends Legs {
  readonly itemId: number
  readonly at: Date
  /** Null for a promised refund. */
  readonly startsAt: Date | null
  readonly until: Date
}

/** Promises about items of one source; items without any are left out. */
export async function readPromises(
  context: Pick<Context, 'db'>,
  source: string,
  itemIds: readonly number[],
): Promise<ReadonlyMap<number, ItemPromises>> {
  const wanted = [...new Set(itemIds)]
  const { rows } = await sql<PromiseRow>`
    select item_id as "itemId", until as at, starts_at as "startsAt", until, 0 as "legFrom", 0 as "legTo"
    from former_start where source = ${source} and item_id = any(${wanted}::integer[])
    union all
    select item_id, told_at, null, until, leg_from, leg_to
    from promised_refund where source = ${source} and item_id = any(${wanted}::integer[])
    order by at`.execute(context.db)
  const byItem = Map.groupBy(rows, ({ itemId }) => itemId)
  return new Map(
    [...byItem].map(([itemId, all]) => [
      itemId,
      {
        starts: all.flatMap(({ startsAt, until }) => (startsAt ? [{ startsAt, until }] : [])),
        refunds: all.flatMap(({ startsAt, at, until, legFrom, legTo }) =>
          startsAt ? [] : [{ toldAt: at, until, legFrom, legTo }],
        ),
      },
    ]),
  )
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

/** A ticket, as far as promises concern it. */
interface PromisedTicket extends Legs {
  readonly acceptedAt: Date
  readonly startsAt: Date
  /** Of the item, whoever bought when; null without a full refund. */
  readonly fullRefundUntil: Date | null
}

/**
 * Until when everything is refunded for a ticket, which is what its holder is told and what a return accepts: the end of
 * the item's own period, but at most the start, the notices of moves, and every end that was told since the sale.
 */
export function promisedRefundEnd(
  { refunds }: Pick<ItemPromises, 'refunds'>,
  promised: PromisedStart | null,
  { acceptedAt, startsAt, fullRefundUntil, legFrom, legTo }: PromisedTicket,
): Date | null {
  const start = laterOf(startsAt, promised?.soldStartsAt)
  const ofItem = fullRefundUntil && fullRefundUntil > start ? start : fullRefundUntil
  const told = refunds
    .filter((one) => acceptedAt <= one.toldAt && one.legFrom === legFrom && one.legTo === legTo)
    .map(({ until }) => until)
  const ends = [ofItem, promised?.noticeUntil ?? null, ...told].flatMap((end) => end ?? [])
  return ends.length > 0 ? new Date(Math.max(...ends.map((end) => end.getTime()))) : null
}

/** The end of a full refund that is being promised to whoever knew the former start. */
export function refundEndToTell(promise: {
  readonly until: Date
  readonly startsAt: Date
  readonly movedFrom: Date | null
}): Date {
  const start = laterOf(promise.startsAt, promise.movedFrom)
  return promise.until < start ? promise.until : start
}
