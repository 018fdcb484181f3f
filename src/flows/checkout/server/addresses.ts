import { paymentProviderName } from '#contract/enumerations.ts'
import { continuePath } from '#kernel/continue-address.ts'
import { localizedPath, type Locale } from '#kernel/locale.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import type { Payment } from '#modules/payments/server/public-api.ts'
import type { Context } from '#platform/context.ts'

export interface PaymentAddresses {
  /**
   * Return address of the buyer's browser; carries `paymentId` in its query, and `orderKey` of an order unless
   * somebody else pays it.
   */
  readonly returnUrl: string
  /** The bank's callback address; its secret key authenticates the bank. */
  readonly callbackUrl: string
}

/** Default return page of a buyer. */
function returnPath(locale: Locale, payment: Pick<Payment, 'orderKey' | 'purpose'>): string {
  if (payment.purpose !== 'order') return localizedPath(locale, '/account/wallet')
  return localizedPath(locale, `/checkout/${payment.orderKey}/result`)
}

/**
 * Builds both addresses from the configured origin. A client may only give a return path on our own origin; everything
 * else is refused.
 */
export function paymentAddresses(
  context: Context,
  payment: Pick<Payment, 'id' | 'orderKey' | 'provider' | 'callbackKey' | 'purpose'>,
  options: { readonly continueUrl?: string | undefined; readonly hidesOrder?: boolean },
): Result<PaymentAddresses, 'ContinueAddressNotAllowed'> {
  const path = options.continueUrl ?? returnPath(context.locale, payment)
  const ownPath = continuePath(path)
  if (ownPath === null) return fail('ContinueAddressNotAllowed')
  const returnUrl = new URL(`${context.origin}${ownPath}`)
  if (payment.purpose === 'order' && options.hidesOrder !== true)
    returnUrl.searchParams.set('orderKey', payment.orderKey)
  returnUrl.searchParams.set('paymentId', payment.id)
  const name = paymentProviderName(payment.provider)
  const callbackUrl = `${context.origin}/payments/${name}/callback?key=${payment.callbackKey}`
  return ok({ returnUrl: returnUrl.href, callbackUrl })
}
