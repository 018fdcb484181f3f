import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import { readAccount } from '../queries/read-account.ts'
import type { AccountView } from '../../shapes.ts'

/** Changes the given fields of the caller's profile; omitted fields stay as they are. */
export async function changeProfile(
  context: Context,
  change: { readonly fullName?: string; readonly joinClub?: boolean },
): Promise<Result<AccountView, ErrorCode>> {
  const { actor } = context
  if (actor.kind !== 'customer') return fail('Unauthenticated')
  const { fullName, joinClub } = change
  if (fullName !== undefined || joinClub !== undefined) {
    await context.db
      .updateTable('customer')
      .set({ full_name: fullName, joined_club: joinClub })
      .where('id', '=', actor.customerId)
      .execute()
  }
  const account = await readAccount(context, actor.customerId)
  return account ? ok(account) : fail('Unauthenticated')
}

/** Turns the loyalty programme on for the caller. It stays on; repeated calls change nothing. */
export async function enableLoyalty(context: Context): Promise<Result<AccountView, ErrorCode>> {
  const { actor } = context
  if (actor.kind !== 'customer') return fail('Unauthenticated')
  await context.db
    .updateTable('customer')
    .set({ loyalty_enabled_at: context.clock.now() })
    .where('id', '=', actor.customerId)
    .where('loyalty_enabled_at', 'is', null)
    .execute()
  return changeProfile(context, {})
}
