/** Apple Pay and Google Pay in the shop's own page. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { uuid } from '#contract/fields.ts'
import { paymentView } from './contract.ts'
import { createPayment } from './pay-contract.ts'

const kind = z.enum(['apple-pay', 'google-pay'])

export const walletMethods = defineCall({
  id: 'own-wallet-methods',
  area: 'own',
  method: 'GET',
  path: '/v2/payments/wallets',
  summary:
    'Wallets that pay here, as the browser’s Payment Request API asks for them; whether it has one is its own to say',
  credential: 'api-key',
  reply: z.object({
    methods: z.array(
      z.object({
        kind,
        supportedMethods: z.string(),
        data: z.record(z.string(), z.unknown()),
      }),
    ),
  }),
  limit: 'read',
})

export const appleSession = defineCall({
  id: 'own-apple-session',
  cost: 'bank',
  area: 'own',
  method: 'POST',
  path: '/v2/payments/apple-session',
  summary: 'A session of Apple’s that lets its sheet be shown for an order of the caller, once',
  credential: 'guest-or-customer',
  required: ['body'],
  body: z.object({ orderKey: uuid }),
  reply: z.object({ session: z.record(z.string(), z.unknown()) }),
  errors: ['OrderNotFound', 'PaymentProviderNotAvailable', 'PaymentProviderFailed'],
  limit: 'flood',
})

export const payByWallet = defineCall({
  id: 'own-wallet-payment',
  cost: 'bank',
  area: 'own',
  method: 'POST',
  path: '/v2/payments/by-wallet',
  summary:
    'Pays an order with what a wallet has encrypted for the bank; once, whatever comes twice',
  credential: 'guest-or-customer',
  required: ['body'],
  body: z.object({
    orderKey: uuid,
    kind,
    /** The wallet's token, unchanged; for Apple Pay the JSON of its payment data. */
    token: z.string().min(1).max(20_000),
    continueUrl: z.string().min(1).max(2_000).optional(),
  }),
  reply: paymentView,
  errors: [...createPayment.errors, 'WalletTokenUsed'],
  idempotent: true,
  limit: 'flood',
})
