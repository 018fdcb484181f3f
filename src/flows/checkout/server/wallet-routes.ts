import { joinedProvider } from '#contract/enumerations.ts'
import { fail, ok } from '#kernel/result.ts'
import {
  appleSession,
  payByWallet as payByWalletCall,
  walletMethods,
} from '#modules/orders/wallet-pay-contract.ts'
import { findOwnOrder } from '#modules/orders/server/public-api.ts'
import { hintPayment } from '#modules/payments/server/public-api.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import { bogCallback } from '../contract.ts'
import { showPayment } from './own-payment.ts'
import { payByWallet } from './pay-by-wallet.ts'
import type { CheckoutPorts } from './ports.ts'
import { walletProviderOf } from './wallet-provider.ts'

/** Apple Pay and Google Pay in the shop's own page. */
export function walletPayRoutes(ports: CheckoutPorts): readonly Implementation[] {
  return [
    implement(walletMethods, async () =>
      ok({ methods: [...(walletProviderOf(ports)?.walletMethods ?? [])] }),
    ),
    implement(appleSession, async (context, { body }) => {
      const order = await findOwnOrder(context, body)
      if (!order.ok) return order
      const session = await walletProviderOf(ports)?.openAppleSession?.()
      if (!session) return fail('PaymentProviderNotAvailable')
      if (session.kind === 'answered') return ok({ session: session.value })
      context.log.warn({ answer: session }, 'Apple opened no session')
      return fail('PaymentProviderFailed')
    }),
    implement(payByWalletCall, async (context, { body }) => {
      const paid = await payByWallet(context, ports, body)
      return paid.ok ? showPayment(context, { paymentId: paid.value.id }) : paid
    }),
    implement(bogCallback, async (context, { query, body }) => {
      const externalId = body.body.order_id
      await hintPayment(context, {
        provider: joinedProvider.bog,
        externalId,
        callbackKey: query.key,
      })
      return ok({ accepted: true as const })
    }),
  ]
}
