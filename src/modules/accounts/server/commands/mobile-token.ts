import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'

/** Maximum devices per customer that receive notifications; the least recently used one is replaced. */
const tokensMax = 20

/** Stores the push token of the caller's device. A device used by another customer is reassigned to them. */
export async function saveMobileToken(
  context: Context,
  given: { readonly token: string; readonly platform: 'ios' | 'android' | 'web' },
): Promise<Result<{ done: true }, ErrorCode>> {
  const { actor } = context
  if (actor.kind !== 'customer') return fail('Unauthenticated')
  const row = {
    customer_id: actor.customerId,
    platform: given.platform,
    // Notifications of this device use the language of this call.
    locale: context.locale,
    updated_at: context.clock.now(),
  }
  await context.db
    .insertInto('mobile_token')
    .values({ token: given.token, ...row })
    .onConflict((conflict) => conflict.column('token').doUpdateSet(row))
    .execute()
  await context.db
    .deleteFrom('mobile_token')
    .where('token', 'in', (select) =>
      select
        .selectFrom('mobile_token')
        .select('token')
        .where('customer_id', '=', actor.customerId)
        .orderBy('updated_at', 'desc')
        .orderBy('token')
        .offset(tokensMax),
    )
    .execute()
  return ok({ done: true })
}

/** Deletes one device of the caller, or all of them when none is given. */
export async function deleteMobileToken(
  context: Context,
  token: string | undefined,
): Promise<Result<{ done: true }, ErrorCode>> {
  const { actor } = context
  if (actor.kind !== 'customer') return fail('Unauthenticated')
  let query = context.db.deleteFrom('mobile_token').where('customer_id', '=', actor.customerId)
  if (token !== undefined) query = query.where('token', '=', token)
  await query.execute()
  return ok({ done: true })
}
