import { sql } from 'kysely'
import { orderStatus } from '#contract/enumerations.ts'
import { freeEndedHolds } from '#modules/inventory/server/public-api.ts'
import type { Context } from '#platform/context.ts'

/** How far back orders are read: longer than any worker should be down. */
const lookBackHours = 24

/**
 * Sweep: a failed order keeps its places until its deadline, for a retry; then its holds are deleted. Returns how
 * many places were freed.
 */
export async function freeFailedOrders(context: Context): Promise<number> {
  const now = context.clock.now()
  const { rows } = await sql<{ holdId: string }>`
    select distinct l.hold_id as "holdId" from orders o join order_line l on l.order_id = o.id
    where o.status = ${sql.lit(orderStatus.Failed)} and l.hold_id is not null
      and o.deadline_at <= ${now}
      and o.deadline_at > ${new Date(now.getTime() - lookBackHours * 3_600_000)}
  `.execute(context.db)
  return freeEndedHolds(
    context,
    rows.map((row) => row.holdId),
  )
}
