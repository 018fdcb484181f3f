import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'
import { localDay } from '../rules.ts'

const retentionDays = 2
const dayMilliseconds = 86_400_000

/** Throws away who saw what, and the salts it was hashed with, once a second view can no longer come. */
export async function forgetViews({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const before = localDay(new Date(clock.now().getTime() - retentionDays * dayMilliseconds))
  await sql`delete from story_view where day < ${before}::date`.execute(db)
  await sql`delete from story_view_salt where day < ${before}::date`.execute(db)
}
