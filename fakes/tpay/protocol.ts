/**
 * TBC's tpay e-commerce API according to its public documentation (developers.tbcbank.ge, "E-Commerce"):
 * statuses, result codes, bodies and errors. Amounts are decimal numbers ("100.5") in the protocol and
 * integer minor units inside this fake.
 */

import type { CallbackState } from '../shared/callbacks.ts'
import { toDecimal } from '../shared/money.ts'
import type { PageLanguage } from '../shared/pages.ts'

export const paymentStatuses = [
  'Created',
  'Processing',
  'Succeeded',
  'Failed',
  'Expired',
  'WaitingConfirm',
  'CancelPaymentProcessing',
  'PaymentCompletionProcessing',
  'Returned',
  'PartialReturned',
] as const

export type PaymentStatus = (typeof paymentStatuses)[number]

/** Statuses for which the bank posts `{"PaymentId"}` to the merchant. */
export const notifiedStatuses: readonly PaymentStatus[] = [
  'Succeeded',
  'Failed',
  'Expired',
  'WaitingConfirm',
]

export type ResultCode =
  | 'approved'
  | 'decline_general'
  | 'decline_expired_card'
  | 'decline_suspected_fraud'
  | 'decline_restricted_card'
  | 'decline_invalid_card_number'
  | 'decline_not_sufficient_funds'
  | 'decline_card_not_effective'
  | 'check_with_acquirer'

export type Currency = 'GEL' | 'USD' | 'EUR'
export const currencies: readonly Currency[] = ['GEL', 'USD', 'EUR']

/** Payment method 5 is a bank card, the only one this fake can charge. */
export const cardMethod = 5

/** A payment as stored by the bank; times in milliseconds since the epoch. */
export type Payment = {
  payId: string
  merchantPaymentId: string | null
  status: PaymentStatus
  resultCode: ResultCode | null
  currency: Currency
  /** The amount requested by the merchant. */
  requestedMinor: number
  requestedCurrency: Currency
  /** The amount reported by the bank; differs from the requested one only by a fault. */
  amountMinor: number
  /** Captured amount; zero while only pre-authorised. */
  capturedMinor: number
  returnedMinor: number
  preAuth: boolean
  saveCard: boolean
  recId: string | null
  recDeleted: boolean
  cardMask: string | null
  transactionId: string | null
  rrn: string | null
  description: string | null
  extra: string | null
  language: PageLanguage
  skipInfoMessage: boolean
  returnUrl: string
  callbackUrl: string | null
  createdAt: number
  expiresAt: number
  paidAt: number | null
  partialReturnAt: number | null
  /** Time of the last refund. Absent in payments stored by older versions. */
  returnedAt?: number | null
  /** Set while the one-time code is requested. */
  challenge: { triesLeft: number; alwaysFails: boolean } | null
  /** Time at which an unknown outcome becomes a success. */
  settlesAt: number | null
  callback: CallbackState
  callbackAttempts: number
}

/** An error body in the bank's problem format. */
export type Problem = {
  type: string
  title: string
  status: number
  detail: string
  systemCode: string
  code: string
}

/** Builds an error body for a status and a short code. */
export function problem(status: number, title: string, detail: string, code: string): Problem {
  return {
    type: `https://developers.tbcbank.ge/docs/error-type-${status}`,
    title,
    status,
    detail,
    systemCode: `tpay-fake-${code}`,
    code,
  }
}

const noMessages = { httpStatusCode: 200, developerMessage: null, userMessage: null }

/** The response of a successful create call. */
export function presentCreated(payment: Payment, bankUrl: string) {
  return {
    payId: payment.payId,
    status: payment.status,
    currency: payment.currency,
    amount: toDecimal(payment.amountMinor),
    links: [
      { uri: `${bankUrl}/v1/tpay/payments/${payment.payId}`, method: 'GET', rel: 'self' },
      { uri: `${bankUrl}/pay/${payment.payId}`, method: 'REDIRECT', rel: 'approval_url' },
    ],
    transactionId: payment.transactionId,
    recId: payment.recId,
    preAuth: payment.preAuth,
    ...noMessages,
  }
}

/** The response of a status call. `status` may differ from the payment's by a fault. */
export function presentDetails(payment: Payment, status: PaymentStatus) {
  return {
    payId: payment.payId,
    status,
    currency: payment.currency,
    amount: toDecimal(payment.amountMinor),
    confirmedAmount: toDecimal(payment.capturedMinor),
    returnedAmount: toDecimal(payment.returnedMinor),
    links: null,
    transactionId: payment.transactionId,
    paymentMethod: payment.cardMask ? cardMethod : null,
    recurringCard:
      payment.recId && payment.cardMask && !payment.recDeleted
        ? { recId: payment.recId, cardMask: payment.cardMask, expiryDate: '1230' }
        : null,
    preAuth: payment.preAuth,
    RRN: payment.rrn,
    resultCode:
      status === 'Failed' ? (payment.resultCode ?? 'decline_general') : payment.resultCode,
    ...noMessages,
  }
}

/** A row of the report. */
export function presentReported(payment: Payment) {
  return {
    payId: payment.payId,
    merchantPaymentId: payment.merchantPaymentId,
    status: payment.status,
    currency: payment.currency,
    amount: toDecimal(payment.capturedMinor),
    returnedAmount: toDecimal(payment.returnedMinor),
    createdAt: new Date(payment.createdAt).toISOString(),
    paidAt: payment.paidAt === null ? null : new Date(payment.paidAt).toISOString(),
  }
}

/** The response of a successful cancel call: the bank confirms only that it has accepted the request. */
export function presentCancelled() {
  return { ...noMessages }
}

/** The response of a successful completion of a pre-authorised payment. */
export function presentCompleted(payment: Payment) {
  return {
    status: payment.status,
    amount: toDecimal(payment.amountMinor),
    confirmedAmount: toDecimal(payment.capturedMinor),
    ...noMessages,
  }
}
