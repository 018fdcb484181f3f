import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { requestCode, useCode, type SentCode } from '../codes.ts'
import { recordSecurityChange } from '../security-changes.ts'
import { notifyCustomer } from './notify-customer.ts'

/** Sends a code to the new phone. The answer does not reveal whether the phone belongs to somebody else. */
export function askForPhone(context: Context, phone: string): Promise<Result<SentCode, ErrorCode>> {
  return requestCode(context, { purpose: 'change-phone', phone })
}

/** Takes the phone the code was sent to: the number comes from the code's row, never from the caller. */
export async function changePhone(
  context: Context,
  given: { readonly codeId: string; readonly code: string },
): Promise<Result<{ phone: string }, ErrorCode>> {
  const { actor } = context
  if (actor.kind !== 'customer') return fail('Unauthenticated')
  const { customerId } = actor
  // Outside the transaction, so that a wrong code is counted.
  const used = await useCode(context, { ...given, purpose: 'change-phone' })
  if (!used.ok) return used
  const { phone } = used.value
  return inTransaction(context, async (inner) => {
    const before = await inner.db
      .selectFrom('customer')
      .select(['phone', 'phone_verified_at'])
      .where('id', '=', customerId)
      .forUpdate()
      .executeTakeFirst()
    await inner.db
      .updateTable('customer')
      .set({ phone, phone_verified_at: inner.clock.now() })
      .where('id', '=', customerId)
      .execute()
    await recordSecurityChange(inner, customerId)
    const oldPhone = before?.phone_verified_at ? before.phone : null
    await notifyCustomer(inner, { customerId, news: 'phone-changed', phone: oldPhone })
    return ok({ phone })
  })
}
