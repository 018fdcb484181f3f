import { sql } from 'kysely'
import { ok } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { isNoticeAllowed } from './choices.ts'
import { pushJob } from './jobs.ts'

/** Customers per transaction. */
const noticesPerRound = 500

/**
 * Job handler: enqueues a message for each device of every customer with a notice of this key who allows its kind.
 * Progress is committed with the messages, so an interrupted run continues where it stopped.
 */
export async function fanOutNotices(
  context: Context,
  { noticeKey }: { readonly noticeKey: string },
): Promise<void> {
  while ((await fanOutRound(context, noticeKey)) === noticesPerRound);
}

async function fanOutRound(context: Context, noticeKey: string): Promise<number> {
  let count = 0
  await inTransaction(context, async (inside) => {
    const { rows: notices } = await sql<{ id: number }>`
      update notice set fanned_out_at = ${context.clock.now()}
      where id in (
        select id from notice where notice_key = ${noticeKey} and fanned_out_at is null
        order by id limit ${noticesPerRound} for update skip locked)
      returning id
    `.execute(inside.db)
    count = notices.length
    const { rows } = await sql<{ noticeId: number; device: string }>`
      insert into push_delivery (notice_id, device)
      select n.id, d.device from notice n
      join (
        select customer_id, id::text as device from push_subscription
        union all select customer_id, token from customer_device) d using (customer_id)
      where n.id = any(${notices.map(({ id }) => id)}::bigint[]) and ${isNoticeAllowed}
      on conflict do nothing
      returning notice_id as "noticeId", device
    `.execute(inside.db)
    for (const { noticeId, device } of rows)
      await enqueue(
        inside,
        pushJob,
        { noticeId, device, attempt: 0 },
        { singletonKey: `${noticeId} ${device}` },
      )
    return ok(null)
  })
  return count
}

/** Of these notices of customers those that have reached a device, as the place in the list. */
export async function readReached(
  context: Context,
  notices: readonly { readonly customerId: string; readonly noticeKey: string }[],
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ place: number }>`
    select distinct (asked.place - 1)::integer as place
    from unnest(${notices.map(({ customerId }) => customerId)}::uuid[],
      ${notices.map(({ noticeKey }) => noticeKey)}::text[])
      with ordinality as asked(customer_id, notice_key, place)
    join notice n on n.customer_id = asked.customer_id and n.notice_key = asked.notice_key
    join push_delivery d on d.notice_id = n.id and d.sent_at is not null
  `.execute(context.db)
  return new Set(rows.map(({ place }) => place))
}
