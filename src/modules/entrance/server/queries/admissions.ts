import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'
import { severalUsesOf } from '../commands/take-use.ts'
import type { EntrancePorts } from '../ports.ts'
import type { DoorItem } from '../store.ts'

interface CountRow extends DoorItem {
  readonly count: number
}

/** Number of people admitted by item (`admissionsKey`): its used tickets or, of passes, their uses at the door. */
export async function countAdmissions(
  context: Pick<Context, 'db'>,
  ports: EntrancePorts,
  items: readonly DoorItem[],
): Promise<ReadonlyMap<string, number>> {
  const hasSeveralUses = (item: DoorItem) => severalUsesOf(ports, item) !== undefined
  const rows = [
    ...(await countUsedTickets(
      context,
      items.filter((item) => !hasSeveralUses(item)),
    )),
    ...(await countUses(context, items.filter(hasSeveralUses))),
  ]
  return new Map(rows.map((row) => [admissionsKey(row), row.count]))
}

export const admissionsKey = ({ source, itemId }: DoorItem): string => `${source} ${itemId}`

async function countUsedTickets(
  context: Pick<Context, 'db'>,
  items: readonly DoorItem[],
): Promise<readonly CountRow[]> {
  if (items.length === 0) return []
  const { rows } = await sql<CountRow>`
    select t.source, t.item_id as "itemId", count(*)::int as count
    from ${wanted(items)}
    join ticket_summary t on t.item_id = wanted.item_id and t.source = wanted.source and t.used_at is not null
    group by t.source, t.item_id`.execute(context.db)
  return rows
}

async function countUses(
  context: Pick<Context, 'db'>,
  items: readonly DoorItem[],
): Promise<readonly CountRow[]> {
  if (items.length === 0) return []
  const { rows } = await sql<CountRow>`
    select s.source, s.item_id as "itemId", count(*)::int as count
    from ${wanted(items)}
    join entrance_scan s on s.item_id = wanted.item_id and s.source = wanted.source
      and s.outcome = 'Admitted' and s.undone_at is null
    group by s.source, s.item_id`.execute(context.db)
  return rows
}

function wanted(items: readonly DoorItem[]) {
  const sources = items.map(({ source }) => source)
  const ids = items.map(({ itemId }) => itemId)
  return sql`unnest(${sources}::text[], ${ids}::integer[]) as wanted (source, item_id)`
}
