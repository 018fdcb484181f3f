/**
 * Epoint's payment page according to its public documentation (developer.epoint.az, API version 1): forms
 * of `data` (Base64 of JSON) and `signature` (Base64 of the SHA-1 of key, data, key), in both directions.
 */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { CallbackState, Message } from '../shared/callbacks.ts'
import { toDecimal } from '../shared/money.ts'
import type { PageLanguage } from '../shared/pages.ts'

export type Status = 'new' | 'success' | 'returned' | 'failed'

/** A payment as stored by the service; times in milliseconds since the epoch. */
export type Payment = {
  transaction: string
  orderId: string
  status: Status
  /** Response code of the issuing bank: `000` approved, `116` insufficient funds, `100` declined. */
  code: string | null
  currency: string
  requestedMinor: number
  /** Charged amount; differs from the requested one only by a fault. */
  amountMinor: number
  reversedMinor: number
  savesCard: boolean
  cardId: string | null
  cardMask: string | null
  rrn: string | null
  description: string
  language: PageLanguage
  successUrl: string
  errorUrl: string
  callbackUrl: string | null
  createdAt: number
  /** Time of the charge. Absent in payments stored by older versions. */
  paidAt?: number | null
  /** After this time the page accepts no card. */
  expiresAt: number
  challenge: { triesLeft: number; alwaysFails: boolean } | null
  /** Time at which an unknown outcome becomes a success. */
  settlesAt: number | null
  callback: CallbackState
  callbackAttempts: number
}

export const misbehaviourShape = z.strictObject({
  /** Delay before the first callback, in milliseconds. */
  callbackDelayMs: z.number().int().min(0).optional(),
  /** How often the callback is delivered. */
  callbackCopies: z.number().int().min(1).max(1_000).optional(),
  callbackLost: z.boolean().optional(),
  /** Signs callbacks with a wrong key. */
  callbackForged: z.boolean().optional(),
  /** After the success, sends a callback that reports a failure and answers one status call accordingly. */
  failureAfterSuccess: z.boolean().optional(),
  /** Charges this amount instead of the requested one, in minor units. */
  approveAmountMinor: z.number().int().min(0).optional(),
  approveCurrency: z.enum(['GEL', 'USD', 'EUR']).optional(),
  reportFailureCalls: z.number().int().min(0).optional(),
  createErrorCalls: z.number().int().min(0).optional(),
  createLostCalls: z.number().int().min(0).optional(),
  statusErrorCalls: z.number().int().min(0).optional(),
  statusTimeoutCalls: z.number().int().min(0).optional(),
  executeLostCalls: z.number().int().min(0).optional(),
  reverseErrorCalls: z.number().int().min(0).optional(),
  reverseLostCalls: z.number().int().min(0).optional(),
  reportErrorCalls: z.number().int().min(0).optional(),
  /** Omits this transaction from the reconciliation report. */
  reportOmits: z.string().optional(),
})
export type Misbehaviour = z.infer<typeof misbehaviourShape>

export function signatureOf(key: string, data: string): string {
  return createHash('sha1')
    .update(key + data + key)
    .digest('base64')
}

/** The content of a signed form; null if the signature is wrong or the content is not an object. */
export function openForm(key: string, form: unknown): Record<string, unknown> | null {
  const { data, signature } = (form ?? {}) as Record<string, unknown>
  if (typeof data !== 'string' || signature !== signatureOf(key, data)) return null
  try {
    const content: unknown = JSON.parse(Buffer.from(data, 'base64').toString())
    return typeof content === 'object' && content !== null ? { ...content } : null
  } catch {
    return null
  }
}

export function signedMessage(key: string, content: object): Message {
  const data = Buffer.from(JSON.stringify(content)).toString('base64')
  const form = new URLSearchParams({ data, signature: signatureOf(key, data) })
  return { contentType: 'application/x-www-form-urlencoded', body: form.toString() }
}

/** The response to a status call and the content of a callback. */
export function presentPayment(payment: Payment, status: Status) {
  return {
    status,
    code: payment.code,
    message: payment.code === '000' ? 'Approved' : '',
    transaction: payment.transaction,
    bank_transaction: payment.rrn,
    operation_code: '100',
    rrn: payment.rrn,
    order_id: payment.orderId,
    amount: toDecimal(payment.amountMinor),
    currency: payment.currency,
    reversed_amount: toDecimal(payment.reversedMinor),
    card_mask: payment.cardMask,
    ...(payment.cardId === null ? {} : { card_id: payment.cardId }),
  }
}

/** A row of the reconciliation report. */
export function presentReported(payment: Payment) {
  const isTaken = payment.status === 'success' || payment.status === 'returned'
  return {
    transaction: payment.transaction,
    order_id: payment.orderId,
    currency: payment.currency,
    amount: toDecimal(isTaken ? payment.amountMinor : 0),
    reversed_amount: toDecimal(payment.reversedMinor),
    created_at: new Date(payment.createdAt).toISOString(),
    paid_at: payment.paidAt ? new Date(payment.paidAt).toISOString() : null,
  }
}
