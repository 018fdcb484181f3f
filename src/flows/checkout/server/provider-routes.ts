import { paymentProvider } from '#contract/enumerations.ts'
import { fail, ok } from '#kernel/result.ts'
import { citypayFinish, epointFinish, tpayFinish } from '#modules/orders/payment-contract.ts'
import { findPayment, hintPayment } from '#modules/payments/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import {
  citypayCallback,
  epointCallback,
  gcAvailability,
  gcRegistration,
  tpayCallback,
} from '../contract.ts'
import { expirePayingOrder } from './expire-paying-orders.ts'
import { answerAvailability, answerRegistration } from './gc-calls.ts'
import { findOwnPayment, showPayment, type PaymentHandle } from './own-payment.ts'
import { findProvider, type CheckoutPorts } from './ports.ts'
import { settleForCaller, settlingOnce } from './settle-payment.ts'

/**
 * Reports of return pages and callbacks of providers. Except for gc's signed ones, they only trigger a query of the
 * provider.
 */
export function providerRoutes(ports: CheckoutPorts): readonly Implementation[] {
  const finish = async (context: Context, handle: PaymentHandle) => {
    const known = await findOwnPayment(context, handle)
    if (!known.ok) return known
    const { id } = known.value.payment
    const settle = settlingOnce(settleForCaller)
    await settle(context, ports, id)
    // Only this payment's provider is queried. Closing an expired order queries all of its payments.
    if (known.value.order.deadlineAt <= context.clock.now())
      await expirePayingOrder(context, ports, known.value.order.orderKey, settle)
    return showPayment(context, { paymentId: id })
  }
  const accepted = ok({ accepted: true as const })
  return [
    implement(tpayFinish, (context, { body }) =>
      finish(context, { ...body, provider: paymentProvider.tpay }),
    ),
    implement(epointFinish, (context, { body }) =>
      finish(context, { ...body, provider: paymentProvider.epoint }),
    ),
    implement(citypayFinish, (context, { body }) =>
      finish(context, { ...body, provider: paymentProvider.citypay }),
    ),
    implement(tpayCallback, async (context, { query, body }) => {
      const provider = paymentProvider.tpay
      await hintPayment(context, { provider, externalId: body.PaymentId, callbackKey: query.key })
      return accepted
    }),
    implement(epointCallback, async (context, { query, body }) => {
      const provider = paymentProvider.epoint
      const told = findProvider(ports, provider)?.readSigned?.(body.data, body.signature)
      if (!told) return fail('SignatureInvalid')
      // A callback address configured for all payments has no key; the id is authenticated by the signature.
      const signed = query.key === '' ? await findPayment(context, told.paymentId) : null
      const callbackKey = signed?.callbackKey ?? query.key
      await hintPayment(context, { provider, externalId: told.externalId, callbackKey })
      return accepted
    }),
    implement(citypayCallback, async (context, { query, body }) => {
      const provider = paymentProvider.citypay
      const externalId = body.order_token
      await hintPayment(context, { provider, externalId, callbackKey: query.key })
      return accepted
    }),
    implement(gcAvailability, async (context) => ok(await answerAvailability(context, ports))),
    implement(gcRegistration, async (context) => ok(await answerRegistration(context, ports))),
  ]
}
