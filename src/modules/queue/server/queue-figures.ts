import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'

/** People in all queues that are on: waiting, and admitted with time left to buy. */
export async function readQueueFigures(
  db: Database,
): Promise<{ readonly waiting: number; readonly admitted: number }> {
  const { rows } = await sql<{ waiting: number; admitted: number }>`
    select count(*) filter (where admitted_at is null)::integer as waiting,
      count(*) filter (where admitted_until > now())::integer as admitted
    from waiting_room join waiting_room_token token on token.waiting_room_id = waiting_room.id
    where is_on and left_at is null
      and (admitted_at is null or used_at is null and admitted_until > now())`.execute(db)
  return rows[0] ?? { waiting: 0, admitted: 0 }
}
