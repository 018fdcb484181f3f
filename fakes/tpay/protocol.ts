/**
 * The shapes of TBC's tpay e-commerce API as its public documentation gives them
 * (developers.tbcbank.ge, "E-Commerce"): statuses, result codes, bodies and error bodies.
 * Amounts travel as decimal numbers ("100.5"); inside this bank they are integer minor units.
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

/** The statuses on whose arrival the bank posts `{"PaymentId"}` to the merchant. */
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

/** Payment method 5 is a bank card; it is the only one this fake can charge. */
export const cardMethod = 5

/** One payment as the bank holds it. Times are milliseconds since the epoch. */
export type Payment = {
  payId: string
  merchantPaymentId: string | null
  status: PaymentStatus
  resultCode: ResultCode | null
  currency: Currency
  /** The amount the merchant asked for. */
  requestedMinor: number
  requestedCurrency: Currency
  /** The amount the bank reports; differs from the requested one only when misbehaving. */
  amountMinor: number
  /** Money taken for good. Zero while only pre-authorised. */
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
  /** When money went back last. Payments kept by an older bank have none. */
  returnedAt?: number | null
  /** Set while the shopper stands before the one-time code. */
  challenge: { triesLeft: number; alwaysFails: boolean } | null
  /** Set when an unknown outcome will turn into a success by itself. */
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

/** Builds the bank's problem body for a status and a short code. */
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

/** The body of a successful create call. */
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

/** The body of the payment details call. `status` lets a misbehaving bank report another one. */
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

/** One line of the report. */
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

/** The body of a successful cancel call: the bank says only that it has taken the request. */
export function presentCancelled() {
  return { ...noMessages }
}

/** The body of a successful completion of a pre-authorised payment. */
export function presentCompleted(payment: Payment) {
  return {
    status: payment.status,
    amount: toDecimal(payment.amountMinor),
    confirmedAmount: toDecimal(payment.capturedMinor),
    ...noMessages,
  }
}
