import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import { requestCode, useCode, type SentCode } from '../codes.ts'
import { notifyCustomer } from './notify-customer.ts'

/** Sends a code to the new phone. Whether somebody else has that phone changes nothing and is not told. */
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
  const used = await useCode(context, { ...given, purpose: 'change-phone' })
  if (!used.ok) return used
  await context.db
    .updateTable('customer')
    .set({ phone: used.value.phone, phone_verified_at: context.clock.now() })
    .where('id', '=', actor.customerId)
    .execute()
  await notifyCustomer(context, { customerId: actor.customerId, news: 'phone-changed' })
  return ok({ phone: used.value.phone })
}
