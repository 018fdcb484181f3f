import { sql } from 'kysely'
import { orderStatus } from '#contract/enumerations.ts'
import { namedNumbers } from '#platform/database/named-numbers.ts'
import type { Context } from '#platform/context.ts'
import { isUnreferenced, readReferences } from '#platform/database/references.ts'

const retentionDays = 30
/** How far back orders are read: longer than any worker should be down. */
const lookBackDays = 14
const ordersPerRound = 5_000

const { Draft, Timeout, Canceled } = namedNumbers(orderStatus)

/**
 * Sweep: deletes orders that were opened, never held a line, never left the draft, and ended a month ago, with their
 * log. An order that any other row refers to stays. Returns how many were deleted.
 */
export async function deleteEmptyOrders(context: Context): Promise<number> {
  const before = new Date(context.clock.now().getTime() - retentionDays * 86_400_000)
  const since = new Date(before.getTime() - lookBackDays * 86_400_000)
  const references = await readReferences(context.db, 'orders')
  const others = references.filter(({ table }) => table !== 'order_log')
  const { rows } = await sql<{ deleted: number }>`
    with empty as (
      select o.id from orders o
      where o.status in (${Canceled}, ${Timeout}) and o.deadline_at < ${before} and o.deadline_at > ${since}
        and ${isUnreferenced(others, sql`o.id`)}
        and not exists (
          select from order_log l
          where l.order_id = o.id and l.to_status not in (${Draft}, ${Canceled}, ${Timeout}))
      limit ${ordersPerRound} for update skip locked
    ), logs as (
      delete from order_log where order_id in (select id from empty)
    ), deleted as (
      delete from orders where id in (select id from empty) returning id
    )
    select count(*)::int as deleted from deleted
  `.execute(context.db)
  return rows[0]?.deleted ?? 0
}
