import { sql } from 'kysely'
import type { LocalizedText } from '#kernel/locale.ts'
import type { Database } from '#platform/database/database.ts'
import type { FollowKind } from '../kinds.ts'

export interface FollowRow {
  readonly subjectKind: FollowKind
  readonly subjectId: number
  readonly name: LocalizedText
  readonly followedAt: Date
}

export async function readFollows(db: Database, customerId: string): Promise<FollowRow[]> {
  const rows = await db
    .selectFrom('follow')
    .select(['subject_kind', 'subject_id', 'name', 'created_at'])
    .where('customer_id', '=', customerId)
    .orderBy('created_at', 'desc')
    .orderBy('subject_kind')
    .orderBy('subject_id')
    .execute()
  return rows.map((row) => ({
    subjectKind: row.subject_kind as FollowKind,
    subjectId: row.subject_id,
    name: row.name as unknown as LocalizedText,
    followedAt: row.created_at,
  }))
}

export async function countFollows(db: Database, customerId: string): Promise<number> {
  const row = await db
    .selectFrom('follow')
    .select((select) => select.fn.countAll<string | number>().as('count'))
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

export async function insertFollow(
  db: Database,
  row: FollowRow & { readonly customerId: string },
): Promise<void> {
  await db
    .insertInto('follow')
    .values({
      customer_id: row.customerId,
      subject_kind: row.subjectKind,
      subject_id: row.subjectId,
      name: JSON.stringify(row.name),
      created_at: row.followedAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function hasFollow(
  db: Database,
  row: { customerId: string; subjectKind: FollowKind; subjectId: number },
): Promise<boolean> {
  const found = await db
    .selectFrom('follow')
    .select('created_at')
    .where('customer_id', '=', row.customerId)
    .where('subject_kind', '=', row.subjectKind)
    .where('subject_id', '=', row.subjectId)
    .executeTakeFirst()
  return found !== undefined
}

export async function deleteFollow(
  db: Database,
  row: { customerId: string; subjectKind: FollowKind; subjectId: number },
): Promise<void> {
  await db
    .deleteFrom('follow')
    .where('customer_id', '=', row.customerId)
    .where('subject_kind', '=', row.subjectKind)
    .where('subject_id', '=', row.subjectId)
    .execute()
}

export async function hasRefusedEmails(db: Database, customerId: string): Promise<boolean> {
  const row = await db
    .selectFrom('follow_email_refusal')
    .select('refused_at')
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  return row !== undefined
}

/** Stores or deletes the choice to receive no emails. Idempotent. */
export async function saveEmailRefusal(
  db: Database,
  refusal: { readonly customerId: string; readonly hasEmails: boolean; readonly at: Date },
): Promise<void> {
  const { customerId, hasEmails, at } = refusal
  if (hasEmails) {
    await db.deleteFrom('follow_email_refusal').where('customer_id', '=', customerId).execute()
    return
  }
  await db
    .insertInto('follow_email_refusal')
    .values({ customer_id: customerId, refused_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Deletes all rows of a customer. */
export async function deleteAllOf(db: Database, customerId: string): Promise<void> {
  for (const table of [
    'follow',
    'follow_news',
    'follow_watch',
    'follow_watch_news',
    'follow_email',
    'follow_email_refusal',
  ] as const)
    await db.deleteFrom(table).where('customer_id', '=', customerId).execute()
}

const retentionDays = 60

/** Deletes news and email records older than `retentionDays`. */
export async function deleteOldNews(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - retentionDays * 86_400_000)
  await db.deleteFrom('follow_news').where('noted_at', '<', before).execute()
  await db.deleteFrom('follow_watch_news').where('noted_at', '<', before).execute()
  await sql`delete from follow_email where day < ${before}::date`.execute(db)
}
