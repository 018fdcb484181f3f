import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import type { Mailer } from './mail.ts'

/**
 * Lease of a sending attempt: longer than any email takes, since an unresponsive mail server is aborted after 20 s. A
 * worker that crashes while sending delays the email by this long.
 */
const leaseSeconds = 60

/**
 * A mailer that hands over each Message-ID once, over all worker processes and retries. An email is sent a second time,
 * with the same Message-ID, only if the process crashes between the mail server's acceptance and the statement that
 * records it.
 */
export function sendOnce(mailer: Mailer, db: Database): Mailer {
  return {
    async send(mail, id) {
      if (!(await claim(db, id))) return
      try {
        await mailer.send(mail, id)
      } catch (error) {
        await release(db, id)
        throw error
      }
      await db
        .updateTable('email_delivery')
        .set({ sent_at: sql<Date>`now()` })
        .where('message_key', '=', id)
        .execute()
    },
    close: () => mailer.close(),
  }
}

/** Whether this process may send it now. False when it was sent; throws while another process has it. */
async function claim(db: Database, key: string): Promise<boolean> {
  const lease = sql<Date>`now() + ${leaseSeconds} * interval '1 second'`
  const claimed = await db
    .insertInto('email_delivery')
    .values({ message_key: key, lease_until: lease })
    .onConflict((conflict) =>
      conflict
        .column('message_key')
        .doUpdateSet({ lease_until: lease, attempts: sql`email_delivery.attempts + 1` })
        .where('email_delivery.sent_at', 'is', null)
        .where('email_delivery.lease_until', '<', sql<Date>`now()`),
    )
    .returning('message_key')
    .executeTakeFirst()
  if (claimed) return true
  const row = await db
    .selectFrom('email_delivery')
    .select('sent_at')
    .where('message_key', '=', key)
    .executeTakeFirst()
  if (row?.sent_at) return false
  throw new Error('Another worker process is sending this e-mail')
}

async function release(db: Database, key: string): Promise<void> {
  await db
    .updateTable('email_delivery')
    .set({ lease_until: sql<Date>`now() - interval '1 second'` })
    .where('message_key', '=', key)
    .execute()
}

/** No e-mail is retried after this. */
const retentionDays = 60

/** Deletes the records of emails sent more than two months ago. */
export async function deleteDeliveries({ db }: { readonly db: Database }): Promise<void> {
  await db
    .deleteFrom('email_delivery')
    .where('created_at', '<', sql<Date>`now() - ${retentionDays} * interval '1 day'`)
    .execute()
}
