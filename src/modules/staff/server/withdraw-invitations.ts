import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'

/** Withdraws what a person invited: once they are no owner, nobody may join through them. */
export async function withdrawInvitations(context: Context, staffId: string): Promise<void> {
  await sql`update staff_invitation set withdrawn_at = ${context.clock.now()}
    where invited_by = ${staffId} and accepted_at is null and withdrawn_at is null`.execute(
    context.db,
  )
}
