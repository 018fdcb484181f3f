import type { Money } from '#kernel/money.ts'
import { invariant } from '#kernel/result.ts'
import { supportsRefund } from './provider-facts.ts'

export type PaymentState =
  | 'created'
  | 'pending'
  | 'unknown'
  | 'captured'
  | 'declined'
  | 'expired'
  | 'canceled'
  | 'refunding'
  | 'refunded'

/** A payment pays for an order, tops up a balance, or only registers a card with the bank. */
export type PaymentPurpose = 'order' | 'top-up' | 'card'

export interface Payment {
  readonly id: string
  readonly purpose: PaymentPurpose
  /** The order; the payment's own id where it pays none. */
  readonly orderKey: string
  /** The customer who pays; null for a guest. */
  readonly customerId: string | null
  /** The customer asks for their card to be saved. */
  readonly saveCard: boolean
  /** The saved card to charge without the bank's page; null: the buyer goes to the bank. */
  readonly cardId: string | null
  readonly provider: number
  /** The amount requested. */
  readonly amount: Money
  readonly state: PaymentState
  readonly externalId: string | null
  readonly approvalUrl: string | null
  readonly callbackKey: string
  readonly failureCode: string | null
  /** The amount that the provider took, if any; may differ from the requested one. */
  readonly captured: Money | null
  readonly refundedMinor: number
  readonly createdAt: Date
  /** When the provider's session ends. */
  readonly expiresAt: Date
  readonly nextPollAt: Date | null
  /** Polls since the provider last reported a change. */
  readonly pollCount: number
}

export interface Refund {
  readonly id: string
  readonly paymentId: string
  readonly amountMinor: number
  readonly reason: RefundReason
  readonly state: 'pending' | 'done' | 'failed'
  readonly attemptCount: number
}

/**
 * Reasons for a refund: the payment came too late or for something that was cancelled meanwhile, was of a wrong, lower or higher amount, the order was paid
 * already, the customer withdraws a top-up, or tickets were returned.
 */
export type RefundReason =
  | 'late'
  | 'cancelled'
  | 'mismatch'
  | 'underpaid'
  | 'surplus'
  | 'duplicate'
  | 'withdrawal'
  | 'tickets'

/**
 * Where a refund of a payment goes: the way it came, or else to the balance of the order's owner or, while that is a
 * guest, to their guest credit.
 */
export function destinationOf(
  payment: Pick<Payment, 'provider'>,
  order: { readonly customerId: string | null },
): 'provider' | 'balance' | 'owed' {
  if (supportsRefund(payment.provider)) return 'provider'
  return order.customerId === null ? 'owed' : 'balance'
}

/**
 * Allowed transitions. A capture outranks every earlier report: a payment reported as declined, expired or canceled
 * can still become captured. `refunded` is final.
 */
export const paymentTransitions: Readonly<Record<PaymentState, readonly PaymentState[]>> = {
  created: ['pending', 'unknown', 'captured', 'declined', 'expired', 'canceled'],
  pending: ['unknown', 'captured', 'declined', 'expired', 'canceled'],
  unknown: ['pending', 'captured', 'declined', 'expired', 'canceled'],
  declined: ['captured'],
  expired: ['captured'],
  canceled: ['captured'],
  captured: ['refunding'],
  refunding: ['captured', 'refunded'],
  refunded: [],
}

/** States in which the buyer may still pay, as far as we know; an order has at most one such payment. */
export const openStates = ['created', 'pending', 'unknown'] as const satisfies PaymentState[]

export function isOpenState(state: PaymentState): boolean {
  return (openStates as readonly PaymentState[]).includes(state)
}

export function assertTransition(from: PaymentState, to: PaymentState): void {
  invariant(paymentTransitions[from].includes(to), `a payment goes from ${from} to ${to}`)
}

/** Margin between the end of the provider's session and the end of the hold. */
const sessionSpareSeconds = 30

/**
 * How many whole minutes the provider's page may be open so that it closes before the hold ends; zero when
 * there is not even one.
 */
export function sessionMinutes(now: Date, holdEndsAt: Date, minutesMax: number): number {
  const seconds = (holdEndsAt.getTime() - now.getTime()) / 1_000 - sessionSpareSeconds
  return Math.max(0, Math.min(minutesMax, Math.floor(seconds / 60)))
}

/** How long after its session a payment that cannot be read is abandoned. */
const silentGraceSeconds = 120
/** How long after its session a payment reported as pending is still polled. */
const pendingGraceSeconds = 86_400

/** Longest time after its session that any payment is polled: seven days. */
const hopelessGraceSeconds = 7 * 86_400

/** Whether a payment can never be completed: its provider is gone, silent, or reports something impossible. */
export function isHopeless(payment: Payment, now: Date): boolean {
  return now.getTime() - payment.expiresAt.getTime() >= hopelessGraceSeconds * 1_000
}

/** Whether to stop waiting for a payment without a final state. */
export function isAbandoned(payment: Payment, now: Date, wasAnswered: boolean): boolean {
  if (isHopeless(payment, now)) return true
  const overdueSeconds = (now.getTime() - payment.expiresAt.getTime()) / 1_000
  // A charge is looked up until the provider confirms that there was none.
  if (payment.externalId === null && payment.cardId === null)
    return overdueSeconds >= silentGraceSeconds
  return wasAnswered && overdueSeconds >= pendingGraceSeconds
}

/** How long after a charge was sent it may still appear at the provider; longer than a charge may take. */
const chargeGraceSeconds = 120

/** Whether a charge unknown to the provider was never made. */
export function wasNeverCharged(payment: Payment, now: Date): boolean {
  return now.getTime() - payment.createdAt.getTime() >= chargeGraceSeconds * 1_000
}

/**
 * When to recheck a payment that the provider reported as failed: banks have been known to revise that, and the
 * callback reporting it may be lost. A first failure reported after the end of the session is rechecked too, and so is
 * the first one after the provider has signalled a change. Null when the recheck has been done.
 */
export function recheckAt(payment: Payment, now: Date): Date | null {
  const graceMs = silentGraceSeconds * 1_000
  const at = new Date(payment.expiresAt.getTime() + graceMs)
  if (at > now) return at
  const isFirst = isOpenState(payment.state) || payment.pollCount === 1
  return isFirst ? new Date(now.getTime() + graceMs) : null
}

export const pollSecondsLeast = 5
export const pollSecondsMax = 300

/** Account of a payment that pays no order: its money on the way to a balance, or back to the card. */
export function paymentAccount(paymentId: string): string {
  return `payment:${paymentId}`
}

/** Whether the provider took exactly the requested amount. */
export function matchesRequest(asked: Money, taken: Money): boolean {
  return asked.amount === taken.amount && asked.currency === taken.currency
}
