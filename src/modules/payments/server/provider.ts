import type { Locale } from '#kernel/locale.ts'
import type { Currency, Money } from '#kernel/money.ts'

/**
 * How a call to the outside ended. `refused`: the provider said no, or the call certainly never reached it, so
 * nothing has happened there. `unknown`: it may or may not have happened (time-out, 5xx, an answer that cannot
 * be read); it is never simply tried again, the truth is asked for instead.
 */
export type Answer<Value> =
  | { readonly kind: 'answered'; readonly value: Value }
  | { readonly kind: 'refused'; readonly code: string; readonly detail: string }
  | { readonly kind: 'unknown'; readonly detail: string }

export interface CreateRequest {
  /** Our own id of the payment; the provider shows it in its reports. */
  readonly paymentId: string
  readonly amount: Money
  /** Where the buyer's browser comes back to. */
  readonly returnUrl: string
  /** Where the provider posts that something has changed. */
  readonly callbackUrl: string
  /** How long the provider's page may be used, in whole minutes. */
  readonly sessionMinutes: number
  readonly locale: Locale
  /** A few words for the buyer's statement; Latin letters and digits. */
  readonly description: string
  /** The provider is to keep the card and name it to us by a token. */
  readonly saveCard: boolean
}

/** A card the provider has kept for us. */
export interface SavedCard {
  readonly token: string
  /** What may be shown of its number: `4***********1111`. */
  readonly mask: string
  /** `2030-12`, or null. */
  readonly goodUntil: string | null
}

export interface CreatedPayment {
  readonly externalId: string
  readonly approvalUrl: string
}

/** A charge of a card that the provider has kept: no page is opened and nobody is asked. */
export interface ChargeRequest {
  /** Our own id of the payment; the provider shows it in its reports. */
  readonly paymentId: string
  readonly amount: Money
  /** The kept card. */
  readonly token: string
  readonly callbackUrl: string
  readonly description: string
}

/** A transaction in the provider's own list, as it stands when the list is asked for. */
export interface ReportedTransaction {
  /** The provider's id, as a payment of ours would be asked for by `read`. */
  readonly externalId: string
  /** Our id that it was given; null when it was given none. */
  readonly paymentId: string | null
  /** ISO 4217; not always one of ours. */
  readonly currency: string
  /** What was taken, in minor units; zero when nothing was. */
  readonly capturedMinor: number
  /** What has gone back of it so far, in minor units. */
  readonly returnedMinor: number
  /** When it was begun, or, once money was taken, when that was. */
  readonly at: Date
}

/** A payment as the provider tells it. `captured` also when some or all of it has gone back since. */
export interface ProviderPayment {
  readonly state: 'pending' | 'captured' | 'declined' | 'expired' | 'canceled'
  readonly currency: Currency
  /** What was taken from the buyer, in minor units; zero unless captured. */
  readonly capturedMinor: number
  /** What has gone back so far, in minor units. */
  readonly returnedMinor: number
  /** A return was asked for and is still on its way: no other may be asked for. */
  readonly isReturning: boolean
  readonly failureCode: string | null
  /** The card that was kept at this payment, when that was asked for. */
  readonly card: SavedCard | null
  /** The provider's id of what took the money, where that is known only now. */
  readonly externalId?: string
  /** Our own id of the payment as the provider names it; null where it does not say. */
  readonly paymentId: string | null
}

/** What a message that the provider has signed is about. */
export interface SignedHint {
  readonly paymentId: string
  readonly externalId: string
}

/** One payment provider. Every method settles in bounded time and never throws for what the outside does. */
export interface PaymentProvider {
  /** Number of the specification's enumeration. */
  readonly number: number
  readonly name: string
  readonly currencies: readonly Currency[]
  /** The longest session the provider's page is given, in minutes. */
  readonly sessionMinutesMax: number
  /** The buyer sends the money by themselves, so that less or more than was asked for may arrive. */
  readonly isPush: boolean
  create(request: CreateRequest): Promise<Answer<CreatedPayment>>
  read(externalId: string): Promise<Answer<ProviderPayment>>
  /**
   * Asks by our own id, where the provider knows it: of a payment whose creation was not answered. `refused`: there
   * is no such payment.
   */
  readonly readOwn?: (paymentId: string) => Promise<Answer<ProviderPayment>>
  /** Reads a message of the provider; null unless its signature holds. */
  readonly readSigned?: (data: string, signature: string) => SignedHint | null
  /**
   * Gives money back: all that is left when `amountMinor` is what was captured. Null where the provider has no way
   * back (`supportsRefund` of the rules says the same): the money goes to the buyer's balance.
   */
  readonly refund:
    | ((externalId: string, amountMinor: number, isWhole: boolean) => Promise<Answer<null>>)
    | null
  /** Forgets a card it has kept. */
  forgetCard(token: string): Promise<Answer<null>>
  /** Charges a kept card. `unknown` is never repeated: `find` tells what has become of it. */
  charge?(request: ChargeRequest): Promise<Answer<{ readonly externalId: string }>>
  /** Finds a charge by our own id: the provider's id of it, null when there is none. */
  find?(paymentId: string, chargedAt: Date): Promise<Answer<string | null>>
  /**
   * The provider's list for reconciliation: everything that took or gave back money from `from` (inclusive) to `to`
   * (exclusive), each as it stands now. It may hold more: transactions that took nothing, or of other hours.
   */
  report?(from: Date, to: Date): Promise<Answer<readonly ReportedTransaction[]>>
}
