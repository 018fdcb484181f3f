/** What the present holder of each ticket was last told, by a letter, a message, or the page of a hand-over. */
import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'
import { ticketStatuses } from '../statuses.ts'
import type { HeldTicket } from '../queries/held-tickets.ts'

export interface Told {
  readonly issueNumber: number
  readonly startsAt: Date
  readonly isOff: boolean
  /** The newest decision that was told of. */
  readonly decisionNumber: number
}

/** By ticket id. */
export async function readTold(
  { db }: Pick<Context, 'db'>,
  ticketIds: readonly number[],
): Promise<ReadonlyMap<number, Told>> {
  if (ticketIds.length === 0) return new Map()
  const { rows } = await sql<Told & { readonly ticketId: string }>`
    select ticket_id as "ticketId", issue_number as "issueNumber", starts_at as "startsAt", is_off as "isOff",
      decision_number as "decisionNumber"
    from ticket_told where ticket_id = any(${[...ticketIds]}::bigint[])`.execute(db)
  return new Map(rows.map(({ ticketId, ...told }) => [Number(ticketId), told]))
}

/** Records what the holders of these tickets were told just now. */
export async function recordTold(
  context: Pick<Context, 'db' | 'clock'>,
  held: readonly Pick<HeldTicket, 'ticket' | 'subject' | 'isOff'>[],
  decisionNumber = 0,
): Promise<void> {
  const dated = held.filter(({ subject }) => subject.kind !== 'pass')
  if (dated.length === 0) return
  await sql`
    insert into ticket_told as told (ticket_id, issue_number, starts_at, is_off, decision_number, told_at)
    select *, ${decisionNumber}::integer, ${context.clock.now()}::timestamptz
    from unnest(${dated.map(({ ticket }) => ticket.id)}::bigint[],
      ${dated.map(({ ticket }) => ticket.issueNumber)}::integer[],
      ${dated.map(({ subject }) => subject.startsAt.toISOString())}::timestamptz[],
      ${dated.map(({ isOff }) => isOff)}::boolean[])
    on conflict (ticket_id) do update set issue_number = excluded.issue_number, starts_at = excluded.starts_at,
      is_off = excluded.is_off, told_at = excluded.told_at,
      decision_number = greatest(told.decision_number, excluded.decision_number)
    where told.told_at <= excluded.told_at`.execute(context.db)
}

/**
 * The latest beginnings that holders of valid tickets were told since the newest decision about the item, by item and
 * boarding leg. What was told before it is replaced by its messages, which may be still on their way.
 */
export async function latestTold(
  { db }: Pick<Context, 'db'>,
  source: string,
  itemIds: readonly number[],
): Promise<ReadonlyMap<number, ReadonlyMap<number, Date>>> {
  if (itemIds.length === 0) return new Map()
  const { rows } = await sql<{ itemId: number; legFrom: number; startsAt: Date }>`
    select t.item_id as "itemId", t.leg_from as "legFrom", max(told.starts_at) as "startsAt"
    from ticket t join ticket_told told on told.ticket_id = t.id and told.issue_number = t.issue_number
    where t.source = ${source} and t.item_id = any(${[...itemIds]}::integer[])
      and t.status = ${ticketStatuses.Active}
      and not exists (select from item_decision d where d.source = t.source and d.item_id = t.item_id
        and d.topic = 'time' and d.decided_at >= told.told_at)
    group by 1, 2`.execute(db)
  return new Map(
    [...Map.groupBy(rows, ({ itemId }) => itemId)].map(([itemId, own]) => [
      itemId,
      new Map(own.map(({ legFrom, startsAt }) => [legFrom, startsAt])),
    ]),
  )
}
