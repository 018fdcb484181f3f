import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'
import { localDay } from '../rules.ts'

const retentionDays = 2
const dayMilliseconds = 86_400_000

/** Retention sweep: deletes view rows and their salts once repeated views of that day can no longer arrive. */
export async function deleteViews({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const before = localDay(new Date(clock.now().getTime() - retentionDays * dayMilliseconds))
  await sql`delete from story_view where day < ${before}::date`.execute(db)
  await sql`delete from story_view_salt where day < ${before}::date`.execute(db)
}
