import { sql } from 'kysely'
import { orderStatus } from '#contract/enumerations.ts'
import { ok } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { reminderJob } from '../jobs.ts'
import type { TicketPorts } from '../ports.ts'
import { ticketStatuses } from '../statuses.ts'

const hourMilliseconds = 3_600_000
/** Reminders are sent a day before the start; late ones at least three hours before, or not at all. */
const hoursBefore = { most: 24, least: 3 }
/** Recent buyers have just received an email. */
const boughtHoursLeast = 12
/** Maximum orders per round; the next round continues. */
const ordersPerRound = 5_000

/**
 * Enqueues an email for every order whose buyer holds tickets for what begins within a day. This is recorded with the
 * job, so each gets one email. Returns how many.
 */
export async function remindOfTomorrow(context: Context, ports: TicketPorts): Promise<number> {
  const now = context.clock.now().getTime()
  const from = new Date(now + hoursBefore.least * hourMilliseconds)
  const until = new Date(now + hoursBefore.most * hourMilliseconds)
  const lists = await Promise.all(
    ports.sources.map(async (source) =>
      (await source.listStarting(context, from, until)).map((item) => ({
        source: source.name,
        ...item,
      })),
    ),
  )
  const items = lists.flat()
  if (items.length === 0) return 0
  let count = 0
  await inTransaction(context, async (inside) => {
    const { rows } = await sql<{ orderId: number; source: string; itemId: number; startsAt: Date }>`
      insert into reminder (order_id, source, item_id, starts_at, made_at)
      select distinct t.order_id, t.source, t.item_id, n.starts_at, ${context.clock.now()}::timestamptz
      from unnest(${items.map(({ source }) => source)}::text[],
        ${items.map(({ itemId }) => itemId)}::integer[],
        ${items.map(({ offeringId }) => offeringId)}::bigint[],
        ${items.map(({ legFrom }) => legFrom ?? null)}::smallint[],
        ${items.map(({ startsAt }) => startsAt.toISOString())}::timestamptz[])
        as n(source, item_id, offering_id, leg_from, starts_at)
      join ticket t on t.source = n.source and t.item_id = n.item_id
        and (n.leg_from is null or t.leg_from = n.leg_from) and t.offering_id = n.offering_id
      join order_summary o on o.order_id = t.order_id
      where t.status = ${ticketStatuses.Active} and t.used_at is null and t.holder_session_id is null
        and t.holder_customer_id is null and o.status in (${orderStatus.Processed}, ${orderStatus.WaitingForTicket}, ${orderStatus.Imported})
        and t.issued_at < ${new Date(now - boughtHoursLeast * hourMilliseconds)}
        and not exists (select 1 from reminder r
          where r.order_id = t.order_id and r.source = t.source and r.item_id = t.item_id and r.starts_at = n.starts_at)
      limit ${ordersPerRound}
      on conflict do nothing
      returning order_id as "orderId", source, item_id as "itemId", starts_at as "startsAt"
    `.execute(inside.db)
    for (const { startsAt: begins, ...row } of rows) {
      const startsAt = begins.toISOString()
      await enqueue(
        inside,
        reminderJob,
        { ...row, startsAt },
        { singletonKey: `${row.source} ${row.itemId} ${row.orderId} ${startsAt}` },
      )
    }
    count = rows.length
    return ok(null)
  })
  return count
}
