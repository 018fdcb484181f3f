import { createHmac } from 'node:crypto'
import { emailKey } from '#kernel/email.ts'
import type { Context } from '#platform/context.ts'
import { readServerSecret } from '#platform/database/server-secret.ts'

async function markOf(context: Context, email: string): Promise<Buffer> {
  const secret = await readServerSecret(context)
  return createHmac('sha256', secret)
    .update(`reminders to ${emailKey(email)}`)
    .digest()
}

/** Whether the owner of this address has opted out of reminders. */
export async function hasRefused(context: Context, email: string): Promise<boolean> {
  const row = await context.db
    .selectFrom('reminder_refusal')
    .select('refused_at')
    .where('address_mark', '=', await markOf(context, email))
    .executeTakeFirst()
  return row !== undefined
}

/** Stores the choice; idempotent. */
export async function saveRefusal(context: Context, email: string, isOn: boolean): Promise<void> {
  const address_mark = await markOf(context, email)
  if (isOn) {
    await context.db
      .deleteFrom('reminder_refusal')
      .where('address_mark', '=', address_mark)
      .execute()
    return
  }
  await context.db
    .insertInto('reminder_refusal')
    .values({ address_mark, refused_at: context.clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
