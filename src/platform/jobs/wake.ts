/**
 * Attempts of a message come with growing pauses, up to an hour. After an outage of the mail server or the SMS gateway
 * nobody should wait for the rest of such a pause, so those that failed because of it are sent as soon as it is over.
 */
import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import type { Channel } from './queue.ts'

/** Messages that are tried within this time by themselves are left alone. */
const soonSeconds = 5

/** Whether messages wait for a later attempt because this service was away. */
async function isAnyWaiting(db: Database, channel: Channel): Promise<boolean> {
  const { rows } = await sql`
    select from pgboss.job where state < 'active' and state = 'retry' and output->>'away' = ${channel}
      and start_after > now() + ${soonSeconds} * interval '1 second' limit 1`.execute(db)
  return rows.length > 0
}

/**
 * Makes the messages due that wait because a service was away, once it answers. Returns how many.
 *
 * @param isBack asks the service, which costs a connection: only while something waits
 */
export async function wakeMessages(
  db: Database,
  channel: Channel,
  isBack: () => Promise<boolean>,
): Promise<number> {
  if (!(await isAnyWaiting(db, channel)) || !(await isBack())) return 0
  const { numAffectedRows = 0n } = await sql`
    update pgboss.job set start_after = now()
    where state < 'active' and state = 'retry' and output->>'away' = ${channel} and start_after > now()`.execute(
    db,
  )
  return Number(numAffectedRows)
}
