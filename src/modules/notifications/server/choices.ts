import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { notificationKinds, type NotificationKind } from '../kinds.ts'

export interface Choice {
  readonly isAllowed: boolean
  readonly chosenAt: Date
}

/** The customer's latest choice for each kind. */
export async function readChoices(
  db: Database,
  customerId: string,
): Promise<ReadonlyMap<NotificationKind, Choice>> {
  const rows = await db
    .selectFrom('notification_choice')
    .select(['kind', 'is_allowed', 'chosen_at'])
    .distinctOn('kind')
    .where('customer_id', '=', customerId)
    .where('kind', 'in', notificationKinds)
    .orderBy('kind')
    .orderBy('id', 'desc')
    .execute()
  return new Map(
    rows.map((row) => [
      row.kind as NotificationKind,
      { isAllowed: row.is_allowed, chosenAt: row.chosen_at },
    ]),
  )
}

/** SQL condition: the customer of a notice `n` allows its kind; no choice means no. */
export const isNoticeAllowed = sql<boolean>`coalesce((
  select c.is_allowed from notification_choice c
  where c.customer_id = n.customer_id and c.kind = n.kind
  order by c.id desc limit 1), false)`
