import { sql, type RawBuilder } from 'kysely'
import { ticketStatus } from '#contract/enumerations.ts'
import type { Context } from '#platform/context.ts'
import { digestOf, type ListLine } from '../../ticket-list.ts'
import type { SeveralUses, TicketUses } from '../entrance-source.ts'
import type { EntrancePorts } from '../ports.ts'
import { validOrders, type DoorItem } from '../store.ts'

/** A device with this cursor is sent all tickets next time. */
export const firstCursor = '0'

interface ListRow {
  readonly cursor: string
  readonly lines: readonly ListLine[]
}

type Numbers = EntrancePorts['tickets']['printedNumbers']

export interface TicketList extends ListRow {
  /** All tickets rather than changes only. */
  readonly isWhole: boolean
}

/**
 * The tickets of an item, or those changed since a cursor. The cursor is the oldest transaction still running: its
 * changes are included next time, however late it commits. Some tickets are sent twice.
 */
export async function readTicketList(
  context: Pick<Context, 'db'>,
  numbers: Numbers,
  item: DoorItem,
  cursor: string | undefined,
): Promise<TicketList> {
  const row = await readRow(context, numbers, item, since(cursor))
  // A cursor from before the database was restored from a backup lies in the future: everything is sent again.
  if (cursor !== undefined && BigInt(cursor) > BigInt(row.cursor))
    return { ...(await readRow(context, numbers, item, since(undefined))), isWhole: true }
  return { ...row, isWhole: cursor === undefined }
}

/**
 * A list of passes with their uses. Uses change without their ticket: passes whose uses changed are added to a list of
 * changes. They are read after the list's cursor, so that none is missed.
 */
export async function addUses(
  context: Context,
  numbers: Numbers,
  item: DoorItem,
  list: TicketList & { readonly since: string | undefined },
  severalUses: SeveralUses,
): Promise<readonly ListLine[]> {
  const listed = new Set(list.lines.map(([ticketId]) => ticketId))
  const uses = await severalUses.readUses(context, {
    itemId: item.itemId,
    since: list.isWhole ? null : (list.since ?? null),
    ticketIds: [...listed],
  })
  const usesOf = new Map(uses.map((one) => [one.ticketId, one]))
  const unlisted = [...usesOf.keys()].filter((ticketId) => !listed.has(ticketId))
  const lines = [...list.lines, ...(await readLines(context, numbers, item, unlisted))]
  return lines.map((line) => withUses(line, usesOf.get(line[0])))
}

async function readLines(
  context: Pick<Context, 'db'>,
  numbers: Numbers,
  item: DoorItem,
  ticketIds: readonly number[],
): Promise<readonly ListLine[]> {
  if (ticketIds.length === 0) return []
  const which = sql`and t.ticket_id = any(${ticketIds}::bigint[])`
  return (await readRow(context, numbers, item, which)).lines
}

/** What is sold with passes, as additional uses for one, admits nobody: it was never valid. */
const neverValid: Pick<TicketUses, 'usesLeft' | 'endsAt'> = { usesLeft: 0, endsAt: new Date(1_000) }

function withUses(line: ListLine, uses: TicketUses | undefined): ListLine {
  const { usesLeft, endsAt } = uses ?? neverValid
  const [id, issue, type, good, usedAt, digest, legFrom, legTo] = line
  const ends = endsAt === null ? 0 : Math.floor(endsAt.getTime() / 1000)
  return [id, issue, type, good, usedAt, digest, legFrom, legTo, usesLeft, ends]
}

function since(cursor: string | undefined): RawBuilder<unknown> {
  return cursor === undefined ? sql`` : sql`and t.changed_transaction >= ${cursor}::xid8`
}

async function readRow(
  context: Pick<Context, 'db'>,
  numbers: Numbers,
  item: DoorItem,
  which: RawBuilder<unknown>,
): Promise<ListRow> {
  const { rows } = await sql<ListRow>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as cursor,
      (select coalesce(json_agg(json_build_array(t.ticket_id, t.issue_number, t.ticket_type_id,
          case when t.status = ${ticketStatus.Active} and o.status = any(${validOrders}::smallint[])
            then case when t.is_without_place then 2 else 1 end else 0 end,
          coalesce(extract(epoch from t.used_at)::bigint, 0),
          case when t.issue_number = 1
            then encode(substring(sha256(convert_to(coalesce(t.outside_code, t.identifier), 'UTF8')) from 1 for 6), 'base64')
            else t.identifier end,
          t.leg_from, t.leg_to
        ) order by t.ticket_id), '[]')
        from ticket_summary t join order_summary o on o.order_id = t.order_id
        where t.source = ${item.source} and t.item_id = ${item.itemId} ${which}) as lines`.execute(
    context.db,
  )
  const [row] = rows
  if (!row) throw new Error('A list has one row')
  const lines = await Promise.all(row.lines.map((line) => withDigest(context, numbers, line)))
  return { ...row, lines }
}

/** The number of a ticket that was passed on or issued anew has an ending that the database does not know. */
async function withDigest(
  context: Pick<Context, 'db'>,
  numbers: Numbers,
  line: ListLine,
): Promise<ListLine> {
  const [id, issueNumber, type, good, usedAt, identifier, legFrom, legTo] = line
  if (issueNumber === 1) return line
  const number = await numbers.of(context, { id, issueNumber, identifier })
  return [id, issueNumber, type, good, usedAt, await digestOf(number), legFrom, legTo]
}
