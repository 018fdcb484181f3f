import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'

const retentionDays = 60
const messagesPerRound = 5_000

/**
 * Deletes messages that were delivered or abandoned more than `retentionDays` ago, with their attempts. Returns the
 * number of messages.
 */
export async function deleteMessages({
  db,
  clock,
}: Pick<Context, 'db' | 'clock'>): Promise<number> {
  const before = new Date(clock.now().getTime() - retentionDays * 86_400_000)
  const { rows } = await sql<{ deleted: number }>`
    with old as (
      select id from webhook_message
      where state <> 'waiting' and created_at < ${before} and next_attempt_at < ${before}
      order by id limit ${messagesPerRound} for update skip locked
    ), attempts as (
      delete from webhook_attempt where message_id in (select id from old)
    ), deleted as (
      delete from webhook_message where id in (select id from old) returning id
    )
    select count(*)::int as deleted from deleted`.execute(db)
  return rows[0]?.deleted ?? 0
}
