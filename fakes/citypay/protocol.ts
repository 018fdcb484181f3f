/**
 * CityPay (citypay.io) as its public integrations show it: an order is generated with a token of the merchant's,
 * read by that token without any credential, and told of by callbacks that nobody signs. The names of amounts and
 * currencies are those of its callbacks.
 */
import { z } from 'zod'
import type { CallbackState, Message } from '../shared/callbacks.ts'
import { toDecimal } from '../shared/money.ts'
import type { PageLanguage } from '../shared/pages.ts'

export type Status = 'PENDING' | 'IN_PROGRESS' | 'CONFIRMED' | 'CANCELED' | 'EXPIRED'

/** One order as the service holds it; amounts in tetri. Times are milliseconds since the epoch. */
export type Order = {
  token: string
  clientOrderId: string
  status: Status
  currency: string
  amountMinor: number
  /** What has been sent to the address so far. */
  receivedMinor: number
  address: string
  language: PageLanguage
  successUrl: string
  cancelUrl: string
  callbackUrl: string | null
  createdAt: number
  /** When something arrived last. Orders kept by an older service have none. */
  receivedAt?: number | null
  expiresAt: number
  /** When the network will have confirmed what was sent; null while too little has been. */
  confirmsAt: number | null
  callback: CallbackState
  callbackAttempts: number
}

export const misbehaviourShape = z.strictObject({
  callbackDelayMs: z.number().int().min(0).optional(),
  callbackCopies: z.number().int().min(1).max(1_000).optional(),
  callbackLost: z.boolean().optional(),
  /** How long the network takes to confirm, in milliseconds. */
  confirmAfterMs: z.number().int().min(0).optional(),
  /** Reports the money in another currency. */
  reportCurrency: z.enum(['GEL', 'USD', 'EUR']).optional(),
  createErrorCalls: z.number().int().min(0).optional(),
  createLostCalls: z.number().int().min(0).optional(),
  statusErrorCalls: z.number().int().min(0).optional(),
  statusTimeoutCalls: z.number().int().min(0).optional(),
  /** Says PENDING once more although more is known. */
  reportPendingCalls: z.number().int().min(0).optional(),
  reportErrorCalls: z.number().int().min(0).optional(),
  /** Leaves this order out of the list for reconciliation. */
  reportOmits: z.string().optional(),
})
export type Misbehaviour = z.infer<typeof misbehaviourShape>

/** Lari for one USDT. */
export const exchangeRate = 2.7

export function presentOrder(order: Order, status: Status, currency: string) {
  return {
    success: true,
    data: {
      token: order.token,
      client_order_id: order.clientOrderId,
      amount: toDecimal(order.amountMinor),
      received_amount_in_fiat: toDecimal(order.receivedMinor),
      fiat_currency: currency,
      crypto_currency: 'USDT',
      exchange_rate: exchangeRate,
      order_expiration: Math.floor(order.expiresAt / 1_000),
      status: { code: status },
    },
  }
}

/** What is posted when something has arrived or was confirmed: unsigned. */
export function messageOf(order: Order): Message {
  const body = {
    type: 'order',
    action: 'update',
    status: order.status,
    client_order_id: order.clientOrderId,
    order_token: order.token,
    received_amount_in_fiat: toDecimal(order.receivedMinor),
    fiat_currency: order.currency,
    crypto_currency: 'USDT',
  }
  return { contentType: 'application/json', body: JSON.stringify(body) }
}

/** A line of the list for reconciliation. */
export function presentReported(order: Order) {
  return {
    token: order.token,
    client_order_id: order.clientOrderId,
    received_amount_in_fiat: toDecimal(order.receivedMinor),
    fiat_currency: order.currency,
    status: { code: order.status },
    created_at: new Date(order.createdAt).toISOString(),
    received_at: order.receivedAt ? new Date(order.receivedAt).toISOString() : null,
  }
}
