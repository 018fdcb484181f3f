import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'

/**
 * Ids of an order and of all its retries in both directions, the oldest first: one purchase that was retried after
 * refused payments. The last one is current.
 */
export async function listRepeats(context: Context, orderId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive older as (
      select id, retry_of from orders where id = ${orderId}
      union all select o.id, o.retry_of from orders o join older on o.id = older.retry_of
    ), newer as (
      select id from orders where id = ${orderId}
      union all select o.id from orders o join newer on o.retry_of = newer.id
    )
    select id from older union select id from newer order by id`.execute(context.db)
  return rows.map(({ id }) => id)
}
