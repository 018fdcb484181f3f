/**
 * The protocol of CityPay (citypay.io) according to its public integrations: an order is created with a
 * token chosen by the merchant, its status is read by that token without credentials, and callbacks are
 * unsigned. Names of amounts and currencies are those of the callbacks.
 */
import { z } from 'zod'
import type { CallbackState, Message } from '../shared/callbacks.ts'
import { toDecimal } from '../shared/money.ts'
import type { PageLanguage } from '../shared/pages.ts'

export type Status = 'PENDING' | 'IN_PROGRESS' | 'CONFIRMED' | 'CANCELED' | 'EXPIRED'

/** An order as stored by the service; amounts in tetri, times in milliseconds since the epoch. */
export type Order = {
  token: string
  clientOrderId: string
  status: Status
  currency: string
  amountMinor: number
  /** Amount received so far. */
  receivedMinor: number
  address: string
  language: PageLanguage
  successUrl: string
  cancelUrl: string
  callbackUrl: string | null
  createdAt: number
  /** Time of the last transfer. Absent in orders stored by older versions. */
  receivedAt?: number | null
  expiresAt: number
  /** Time at which the network confirms the transfer; null while too little has been received. */
  confirmsAt: number | null
  callback: CallbackState
  callbackAttempts: number
}

export const misbehaviourShape = z.strictObject({
  callbackDelayMs: z.number().int().min(0).optional(),
  callbackCopies: z.number().int().min(1).max(1_000).optional(),
  callbackLost: z.boolean().optional(),
  /** Duration of the network's confirmation, in milliseconds. */
  confirmAfterMs: z.number().int().min(0).optional(),
  /** Reports the amount in another currency. */
  reportCurrency: z.enum(['GEL', 'USD', 'EUR']).optional(),
  createErrorCalls: z.number().int().min(0).optional(),
  createLostCalls: z.number().int().min(0).optional(),
  statusErrorCalls: z.number().int().min(0).optional(),
  statusTimeoutCalls: z.number().int().min(0).optional(),
  /** Number of status calls that report PENDING although the order has changed. */
  reportPendingCalls: z.number().int().min(0).optional(),
  reportErrorCalls: z.number().int().min(0).optional(),
  /** Omits this order from the reconciliation report. */
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

/** The unsigned callback sent when a transfer arrives or is confirmed. */
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

/** A row of the reconciliation report. */
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
