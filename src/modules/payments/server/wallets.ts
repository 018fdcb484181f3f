import type { Money } from '#kernel/money.ts'
import type { Answer } from './provider.ts'

/** Wallets of phones and browsers (Apple Pay, Google Pay) that pay in the shop's own page. */
export type WalletKind = 'apple-pay' | 'google-pay'

/** Parameters for the browser's Payment Request API. */
export interface WalletMethod {
  readonly kind: WalletKind
  /** Payment method identifier: a URL known to the browser. */
  readonly supportedMethods: string
  /** Its data, as defined by the wallet's documentation. */
  readonly data: Readonly<Record<string, unknown>>
}

/** A payment with data that a wallet has encrypted for the bank; only the bank can decrypt it. */
export interface WalletRequest {
  /** Our own id of the payment; the provider shows it in its reports. */
  readonly paymentId: string
  readonly amount: Money
  readonly kind: WalletKind
  /** The wallet's data, with everything that the wallet has written (`readWalletToken`). */
  readonly token: string
  readonly returnUrl: string
  readonly callbackUrl: string
  readonly description: string
}

/** `approvalUrl`: page for 3-D Secure; null when it is not required. */
export interface WalletPayment {
  readonly externalId: string
  readonly approvalUrl: string | null
}

/** The part of a provider that accepts wallets. */
export interface WalletProvider {
  readonly walletMethods: readonly WalletMethod[]
  /**
   * Pays once with a wallet's encrypted data. Without an answer it may have been paid: the state is then read by the
   * provider's id, if known, or comes with the callback.
   */
  payByWallet(request: WalletRequest): Promise<Answer<WalletPayment>>
  /**
   * The payment at the bank under our own id, after a reply that was lost. Takes no money: where the bank does not know
   * the payment, it keeps one that nobody can pay.
   */
  askAgain(request: Omit<WalletRequest, 'kind' | 'token'>): Promise<Answer<WalletPayment>>
  /** Session for showing Apple's payment sheet; null when Apple Pay is not configured. */
  readonly openAppleSession: (() => Promise<Answer<Readonly<Record<string, unknown>>>>) | null
}
