import type { Locale } from '#kernel/locale.ts'
import type { Currency, Money } from '#kernel/money.ts'

/**
 * Outcome of a request to a provider. `refused`: the provider declined, or the request certainly never reached it, so
 * nothing happened. `unknown`: it may have happened (time-out, 5xx, unreadable answer); it is never repeated, the
 * provider is asked for the state instead.
 */
export type Answer<Value> =
  | { readonly kind: 'answered'; readonly value: Value }
  | { readonly kind: 'refused'; readonly code: string; readonly detail: string }
  | { readonly kind: 'unknown'; readonly detail: string }

export interface CreateRequest {
  /** Our own id of the payment; the provider shows it in its reports. */
  readonly paymentId: string
  readonly amount: Money
  /** Where the buyer's browser returns to. */
  readonly returnUrl: string
  /** Where the provider posts that something has changed. */
  readonly callbackUrl: string
  /** How long the provider's page may be used, in whole minutes. */
  readonly sessionMinutes: number
  readonly locale: Locale
  /** Short text for the buyer's statement; Latin letters and digits. */
  readonly description: string
  /** The provider should save the card and give us a token for it. */
  readonly saveCard: boolean
}

/** A card saved by the provider. */
export interface SavedCard {
  readonly token: string
  /** The number as it may be shown: `4***********1111`. */
  readonly mask: string
  /** `2030-12`, or null. */
  readonly goodUntil: string | null
}

export interface CreatedPayment {
  readonly externalId: string
  readonly approvalUrl: string
}

/** A charge of a saved card, without a page or interaction of the buyer. */
export interface ChargeRequest {
  /** Our own id of the payment; the provider shows it in its reports. */
  readonly paymentId: string
  readonly amount: Money
  /** The saved card. */
  readonly token: string
  readonly callbackUrl: string
  readonly description: string
}

/** A transaction in the provider's own list, as of the time of reading. */
export interface ReportedTransaction {
  /** The provider's id, as used by `read`. */
  readonly externalId: string
  /** Our id that it was given; null when it was given none. */
  readonly paymentId: string | null
  /** ISO 4217; not necessarily a supported currency. */
  readonly currency: string
  /** Amount taken, in minor units; zero when none was. */
  readonly capturedMinor: number
  /** Amount refunded so far, in minor units. */
  readonly returnedMinor: number
  /** When it was created or, once money was taken, when that happened. */
  readonly at: Date
}

/** State of a payment as reported by the provider. Stays `captured` after full or partial refunds. */
export interface ProviderPayment {
  readonly state: 'pending' | 'captured' | 'declined' | 'expired' | 'canceled'
  readonly currency: Currency
  /** Amount taken from the buyer, in minor units; zero unless captured. */
  readonly capturedMinor: number
  /** Amount refunded so far, in minor units. */
  readonly returnedMinor: number
  /** A refund is in progress there: no other may be requested. */
  readonly isReturning: boolean
  readonly failureCode: string | null
  /** The card that was saved with this payment, if requested. */
  readonly card: SavedCard | null
  /** The provider's id of the transaction that took the money, where it becomes known only now. */
  readonly externalId?: string
  /** Our own id of the payment as the provider reports it; null where it does not. */
  readonly paymentId: string | null
  /** Nothing has been tried to take the money yet: without a page, only a wallet's token could. */
  readonly isUntouched?: true
}

/** The subject of a message signed by the provider. */
export interface SignedHint {
  readonly paymentId: string
  readonly externalId: string
}

/** One payment provider. Every method completes in bounded time and never throws for failures of the provider. */
export interface PaymentProvider {
  /** Number of the specification's enumeration. */
  readonly number: number
  readonly name: string
  readonly currencies: readonly Currency[]
  /** The longest session the provider's page is given, in minutes. */
  readonly sessionMinutesMax: number
  /** Push payment: the buyer sends the money, so the amount received may differ from the amount requested. */
  readonly isPush: boolean
  /**
   * `create` only opens a page whose address is in its reply and cannot be learned otherwise. When that reply is lost
   * the page is shown to nobody, so nothing can be paid there.
   */
  readonly opensPage?: true
  create(request: CreateRequest): Promise<Answer<CreatedPayment>>
  read(externalId: string): Promise<Answer<ProviderPayment>>
  /**
   * Reads a payment by our own id, where the provider supports it, after its creation was not answered. `refused`:
   * there is no such payment.
   */
  readonly readOwn?: (paymentId: string) => Promise<Answer<ProviderPayment>>
  /** Reads a message of the provider; null unless its signature holds. */
  readonly readSigned?: (data: string, signature: string) => SignedHint | null
  /**
   * Refunds money; the full refund when `amountMinor` is all that was captured. Null where the provider has no
   * refunds (see `supportsRefund` in the rules): the money goes to the buyer's balance instead.
   */
  readonly refund:
    | ((externalId: string, amountMinor: number, isWhole: boolean) => Promise<Answer<null>>)
    | null
  /**
   * On the day of a payment, by the clock of Tbilisi, the provider makes one partial refund of it; what follows waits
   * for the next day. Absent: any number.
   */
  readonly isOneRefundOnDay?: true
  /** Deletes a saved card at the provider. */
  forgetCard(token: string): Promise<Answer<null>>
  /** Charges a saved card. An `unknown` outcome is never repeated: `find` tells what happened. */
  charge?(request: ChargeRequest): Promise<Answer<{ readonly externalId: string }>>
  /** Finds a charge by our own id: the provider's id of it, null when there is none. */
  find?(paymentId: string, chargedAt: Date): Promise<Answer<string | null>>
  /**
   * The provider's list for reconciliation: every transaction that took or refunded money from `from` (inclusive) to
   * `to` (exclusive), in its current state. May include others: without money, or of other hours.
   */
  report?(from: Date, to: Date): Promise<Answer<readonly ReportedTransaction[]>>
}
