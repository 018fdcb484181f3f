import type { Money } from '#kernel/money.ts'
import type { Answer } from './provider.ts'

/** Wallets of telephones and browsers that pay in the shop's own page. */
export type WalletKind = 'apple-pay' | 'google-pay'

/** What the browser is asked with, by its Payment Request API. */
export interface WalletMethod {
  readonly kind: WalletKind
  /** Identifier of the method: an address that the browser knows. */
  readonly supportedMethods: string
  /** Its data, as the wallet's own documentation has it. */
  readonly data: Readonly<Record<string, unknown>>
}

/** A payment with what a wallet has encrypted for the bank; nobody else can read it. */
export interface WalletRequest {
  /** Our own id of the payment; the provider shows it in its reports. */
  readonly paymentId: string
  readonly amount: Money
  readonly kind: WalletKind
  /** As the wallet gave it, unread. */
  readonly token: string
  readonly returnUrl: string
  readonly callbackUrl: string
  readonly description: string
}

/** `approvalUrl`: the bank wants to see the buyer (3-D Secure); null: it does not. */
export interface WalletPayment {
  readonly externalId: string
  readonly approvalUrl: string | null
}

/** What of a provider takes wallets. */
export interface WalletProvider {
  readonly walletMethods: readonly WalletMethod[]
  /**
   * Pays with what a wallet has encrypted, once. Without an answer it may have been paid: the state is read, where the
   * provider's id is known, or comes with the callback.
   */
  payByWallet(request: WalletRequest): Promise<Answer<WalletPayment>>
  /** A session that lets Apple's sheet be shown for this shop; null where Apple Pay is not set up. */
  readonly openAppleSession: (() => Promise<Answer<Readonly<Record<string, unknown>>>>) | null
}
