import { paymentProvider } from '#contract/enumerations.ts'
import type { Money } from '#kernel/money.ts'
import { invariant } from '#kernel/result.ts'

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

/** A payment pays an order, tops a balance up, or only shows a card to the bank. */
export type PaymentPurpose = 'order' | 'top-up' | 'card'

export interface Payment {
  readonly id: string
  readonly purpose: PaymentPurpose
  /** The order; the payment's own id where it pays none. */
  readonly orderKey: string
  /** Whose payment it is, as far as it is a signed-in customer's. */
  readonly customerId: string | null
  /** The customer requests their card to be kept. */
  readonly saveCard: boolean
  /** The kept card that is charged without a page of the bank; null: the buyer goes to the bank. */
  readonly cardId: string | null
  readonly provider: number
  /** What we asked for. */
  readonly amount: Money
  readonly state: PaymentState
  readonly externalId: string | null
  readonly approvalUrl: string | null
  readonly callbackKey: string
  readonly failureCode: string | null
  /** What the provider took, when it took something; not always what we asked for. */
  readonly captured: Money | null
  readonly refundedMinor: number
  readonly createdAt: Date
  /** When the provider's session ends. */
  readonly expiresAt: Date
  readonly nextPollAt: Date | null
  /** How often it has been asked for since it was last told of. */
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
 * Why money goes back: it came too late, it was not what we asked for, less or more of it was sent than was asked
 * for, the order was paid already, its customer withdraws what they topped up, or tickets went back.
 */
export type RefundReason =
  | 'late'
  | 'mismatch'
  | 'underpaid'
  | 'surplus'
  | 'duplicate'
  | 'withdrawal'
  | 'tickets'

/** Whether a provider can give money back to where it came from; otherwise it goes to the buyer's balance. */
export function supportsRefund(provider: number): boolean {
  return provider !== paymentProvider.citypay
}

/**
 * Where money of a payment goes when it goes back: the way it came, or else to the balance of whoever the order
 * belongs to, or, while it is a guest's, to what is kept for them.
 */
export function destinationOf(
  payment: Pick<Payment, 'provider'>,
  order: { readonly customerId: string | null },
): 'provider' | 'balance' | 'owed' {
  if (supportsRefund(payment.provider)) return 'provider'
  return order.customerId === null ? 'owed' : 'balance'
}

/**
 * Where a payment may go. Money taken outranks every earlier word: a payment that was called declined, expired
 * or canceled can still turn out captured. Nothing leaves `refunded`.
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

/** States in which the buyer may still pay, as far as we know; one such payment an order. */
export const openStates = ['created', 'pending', 'unknown'] as const satisfies PaymentState[]

export function isOpenState(state: PaymentState): boolean {
  return (openStates as readonly PaymentState[]).includes(state)
}

export function assertTransition(from: PaymentState, to: PaymentState): void {
  invariant(paymentTransitions[from].includes(to), `a payment goes from ${from} to ${to}`)
}

/** Spare between the end of the provider's session and the end of the hold. */
const sessionSpareSeconds = 30

/**
 * How many whole minutes the provider's page may be open so that it closes before the hold ends; zero when
 * there is not even one.
 */
export function sessionMinutes(now: Date, holdEndsAt: Date, minutesMax: number): number {
  const seconds = (holdEndsAt.getTime() - now.getTime()) / 1_000 - sessionSpareSeconds
  return Math.max(0, Math.min(minutesMax, Math.floor(seconds / 60)))
}

/** How long after its session a payment nobody can ask for is given up. */
const silentGraceSeconds = 120
/** How long after its session a provider that says "pending" is still asked. */
const pendingGraceSeconds = 86_400

/** How long after its session a payment is asked about at most, whatever its provider does: seven days. */
const hopelessGraceSeconds = 7 * 86_400

/** Whether nobody will ever finish a payment: its provider is gone, silent, or says what cannot be. */
export function isHopeless(payment: Payment, now: Date): boolean {
  return now.getTime() - payment.expiresAt.getTime() >= hopelessGraceSeconds * 1_000
}

/** Whether to stop waiting for a payment without a final word. */
export function isGivenUp(payment: Payment, now: Date, wasAnswered: boolean): boolean {
  if (isHopeless(payment, now)) return true
  const overdueSeconds = (now.getTime() - payment.expiresAt.getTime()) / 1_000
  // What a charge has come to is looked for until the provider says that there was none.
  if (payment.externalId === null && payment.cardId === null)
    return overdueSeconds >= silentGraceSeconds
  return wasAnswered && overdueSeconds >= pendingGraceSeconds
}

/** How long after a charge was sent it may still turn up at the provider; longer than a charge may take. */
const chargeGraceSeconds = 120

/** Whether a charge that the provider knows nothing of was never made. */
export function wasNeverCharged(payment: Payment, now: Date): boolean {
  return now.getTime() - payment.createdAt.getTime() >= chargeGraceSeconds * 1_000
}

/**
 * When to ask once more about a payment that the provider called failed: banks have been known to take the word
 * back, and the callback that says so may be lost. A first such word that comes after the session is over is asked
 * about again as well, and so is the first one after the provider has told that something has changed. Null when that
 * has been done.
 */
export function recheckAt(payment: Payment, now: Date): Date | null {
  const graceMs = silentGraceSeconds * 1_000
  const at = new Date(payment.expiresAt.getTime() + graceMs)
  if (at > now) return at
  const isFirst = isOpenState(payment.state) || payment.pollCount === 1
  return isFirst ? new Date(now.getTime() + graceMs) : null
}

export const pollSecondsLeast = 5
export const pollSecondsMost = 300

/** Account of a payment that pays no order: its money on the way to a balance, or back to the card. */
export function paymentAccount(paymentId: string): string {
  return `payment:${paymentId}`
}

/** Whether the provider took exactly what was asked for. */
export function isAsAsked(asked: Money, taken: Money): boolean {
  return asked.amount === taken.amount && asked.currency === taken.currency
}
