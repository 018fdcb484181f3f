import { sql } from 'kysely'
import { ok } from '#kernel/result.ts'
import { localDate } from '#modules/catalogue/server/public-api.ts'
import { readReached } from '#modules/notifications/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { followEmailJob } from './jobs.ts'

/** Delay of emails after the first news, to combine news and to allow push notifications to be delivered first. */
const collectionMinutes = 15
/** Local hours in Tbilisi during which emails are sent. */
const sendingHours = { from: 9, until: 21 }
/** Tbilisi is four hours ahead of UTC all year. */
const offsetHours = 4
/** Customers processed in one transaction. */
const customersPerRound = 500

/**
 * Enqueues one email for every customer with news, unless one was sent today. The record of the email and the job are
 * committed together. Returns the number of emails.
 */
export async function enqueueEmails(context: Context): Promise<number> {
  const now = context.clock.now()
  const hour = (now.getUTCHours() + offsetHours) % 24
  if (hour < sendingHours.from || hour >= sendingHours.until) return 0
  await deleteUnneededNews(context)
  const collectedBefore = new Date(now.getTime() - collectionMinutes * 60_000)
  const day = localDate(now)
  let count = 0
  await inTransaction(context, async (inside) => {
    const { rows } = await sql<{ customerId: string }>`
      insert into follow_email (customer_id, day)
      select n.customer_id, ${day}::date from (
        select customer_id, noted_at from follow_news where emailed_on is null
        union all
        select customer_id, noted_at from follow_watch_news where emailed_on is null
      ) n
      where not exists (select from follow_email e
          where e.customer_id = n.customer_id and e.day = ${day}::date)
      group by n.customer_id
      having min(n.noted_at) <= ${collectedBefore}
      limit ${customersPerRound}
      on conflict do nothing
      returning customer_id as "customerId"
    `.execute(inside.db)
    const customerIds = rows.map(({ customerId }) => customerId)
    await sql`
      update follow_news set emailed_on = ${day}::date
      where customer_id = any(${customerIds}::uuid[]) and emailed_on is null
    `.execute(inside.db)
    await sql`
      update follow_watch_news set emailed_on = ${day}::date
      where customer_id = any(${customerIds}::uuid[]) and emailed_on is null
    `.execute(inside.db)
    for (const customerId of customerIds)
      await enqueue(
        inside,
        followEmailJob,
        { customerId, day },
        { singletonKey: `${customerId} ${day}` },
      )
    count = rows.length
    return ok(null)
  })
  return count
}

/** Deletes news that needs no email: the customer has unsubscribed, or it was delivered to a device. */
async function deleteUnneededNews(context: Context): Promise<void> {
  await sql`
    delete from follow_news n using follow_email_refusal r
    where n.customer_id = r.customer_id and n.emailed_on is null
  `.execute(context.db)
  await sql`
    delete from follow_watch_news n using follow_email_refusal r
    where n.customer_id = r.customer_id and n.emailed_on is null
  `.execute(context.db)
  const pushed = await context.db
    .selectFrom('follow_news')
    .select(['customer_id', 'notice_key'])
    .where('emailed_on', 'is', null)
    .where('notice_key', 'is not', null)
    .execute()
  const notices = pushed.map((row) => ({
    customerId: row.customer_id,
    noticeKey: row.notice_key ?? '',
  }))
  const reached = await readReached(context, notices)
  const delivered = notices.filter((_, index) => reached.has(index))
  if (delivered.length === 0) return
  await sql`
    delete from follow_news n using unnest(${delivered.map(({ customerId }) => customerId)}::uuid[],
      ${delivered.map(({ noticeKey }) => noticeKey)}::text[]) t(customer_id, notice_key)
    where n.customer_id = t.customer_id and n.notice_key = t.notice_key and n.emailed_on is null
  `.execute(context.db)
}
