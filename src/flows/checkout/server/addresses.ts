import { continuePath } from '#kernel/continue-address.ts'
import { localizedPath, type Locale } from '#kernel/locale.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'

export interface PaymentAddresses {
  /** Where the buyer's browser comes back to; carries `orderKey` and `paymentId` in its query. */
  readonly returnUrl: string
  /** Where the bank posts its hints; the key makes it the bank's own. */
  readonly callbackUrl: string
}

/** Page a buyer comes back to when the client asked for no other. */
function returnPath(locale: Locale, orderKey: string): string {
  return localizedPath(locale, `/checkout/${orderKey}/result`)
}

/**
 * Builds both addresses from the configured origin. What a client may say is a path of ours to come back to;
 * everything else is refused.
 */
export function paymentAddresses(
  context: Context,
  payment: { readonly id: string; readonly orderKey: string; readonly callbackKey: string },
  continueUrl: string | undefined,
): Result<PaymentAddresses, 'ContinueAddressNotAllowed'> {
  const path = continueUrl ?? returnPath(context.locale, payment.orderKey)
  const ownPath = continuePath(path)
  if (ownPath === null) return fail('ContinueAddressNotAllowed')
  const returnUrl = new URL(`${context.origin}${ownPath}`)
  returnUrl.searchParams.set('orderKey', payment.orderKey)
  returnUrl.searchParams.set('paymentId', payment.id)
  const callbackUrl = `${context.origin}/payments/tpay/callback?key=${payment.callbackKey}`
  return ok({ returnUrl: returnUrl.href, callbackUrl })
}
