/** Changes that could give an account away, and the pause of withdrawals after them. */
import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'

/** No withdrawal is possible for this long after a change: time for the owner to read the notification. */
export const withdrawalPauseHours = 48

/**
 * Records a change that could give the account away: withdrawals pause, and earlier step-up proofs become void, so that
 * one proof authorises one change. Runs in the transaction of the change.
 */
export async function recordSecurityChange(context: Context, customerId: string): Promise<void> {
  await context.db
    .updateTable('customer')
    .set({ security_changed_at: context.clock.now() })
    .where('id', '=', customerId)
    .execute()
  await context.db.deleteFrom('step_up_proof').where('customer_id', '=', customerId).execute()
}

/**
 * When withdrawals are possible again, or null when they are now. Reads under a lock on the customer's row, so that a
 * withdrawal waits for a concurrent change.
 */
export async function withdrawalsPausedUntil(
  context: Context,
  customerId: string,
): Promise<Date | null> {
  const { rows } = await sql<{ security_changed_at: Date | null }>`
    select security_changed_at from customer where id = ${customerId} for no key update`.execute(
    context.db,
  )
  const from = pauseEnd(rows[0]?.security_changed_at ?? null)
  return from && from > context.clock.now() ? from : null
}

/** When the pause after a change is over. */
export function pauseEnd(changedAt: Date | null): Date | null {
  return changedAt && new Date(changedAt.getTime() + withdrawalPauseHours * 3_600_000)
}
