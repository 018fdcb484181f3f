import { sql } from 'kysely'
import { ticketStatus } from '#contract/enumerations.ts'
import type { Context } from '#platform/context.ts'
import type { ListLine } from '../../ticket-list.ts'
import { validOrders, type DoorItem } from '../store.ts'

/** A device with this cursor is sent all tickets next time. */
export const firstCursor = '0'

interface ListRow {
  readonly cursor: string
  readonly lines: readonly ListLine[]
}

/**
 * The tickets of an item, or those changed since a cursor. The cursor is the oldest transaction still running: its
 * changes are included next time, however late it commits. Some tickets are sent twice.
 */
export async function readTicketList(
  context: Pick<Context, 'db'>,
  item: DoorItem,
  cursor: string | undefined,
): Promise<ListRow & { readonly isWhole: boolean }> {
  const row = await readRow(context, item, cursor)
  // A cursor from before the database was restored from a backup lies in the future: everything is sent again.
  if (cursor !== undefined && BigInt(cursor) > BigInt(row.cursor))
    return { ...(await readRow(context, item, undefined)), isWhole: true }
  return { ...row, isWhole: cursor === undefined }
}

async function readRow(
  context: Pick<Context, 'db'>,
  item: DoorItem,
  cursor: string | undefined,
): Promise<ListRow> {
  const since = cursor === undefined ? sql`` : sql`and t.changed_transaction >= ${cursor}::xid8`
  const { rows } = await sql<ListRow>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as cursor,
      (select coalesce(json_agg(json_build_array(t.ticket_id, t.issue_number, t.ticket_type_id,
          case when t.status = ${ticketStatus.Active} and o.status = any(${validOrders}::smallint[])
            then case when t.is_without_place then 2 else 1 end else 0 end,
          coalesce(extract(epoch from t.used_at)::bigint, 0),
          encode(substring(sha256(convert_to(t.identifier, 'UTF8')) from 1 for 6), 'base64'),
          t.leg_from, t.leg_to
        ) order by t.ticket_id), '[]')
        from ticket_summary t join order_summary o on o.order_id = t.order_id
        where t.source = ${item.source} and t.item_id = ${item.itemId} ${since}) as lines`.execute(
    context.db,
  )
  const [row] = rows
  if (!row) throw new Error('A list has one row')
  return row
}
