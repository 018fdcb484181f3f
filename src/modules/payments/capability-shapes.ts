import { paymentProvider, type PaymentMethodName } from '#contract/enumerations.ts'

/** Number of cash among the providers; the specification's numbers are lower. */
export const cashNumber = 5
/** Number of card terminals at counters. */
export const terminalNumber = 7

/** The capabilities of a provider, independent of its cost and availability. */
export interface ProviderCapabilities {
  /** Its page accepts cards. Buyers see all such providers as one payment method; the shop chooses among them. */
  readonly takesCards: boolean
  /** The specification's payment method. */
  readonly method: PaymentMethodName
  /** Saves a card and charges it again. */
  readonly savesCards: boolean
  /** Refunds to the source of the payment. */
  readonly refunds: boolean
}

/** A bank, whose page is a virtual terminal. */
const cardAcquirer: ProviderCapabilities = {
  takesCards: true,
  method: 'VirtualPos',
  savesCards: true,
  refunds: true,
}
/** Takes cards too, and is an online payment service by the specification. */
const cardService: ProviderCapabilities = { ...cardAcquirer, method: 'EPayment' }

const capabilities: Readonly<Record<number, ProviderCapabilities>> = {
  [paymentProvider.gc]: cardAcquirer,
  [paymentProvider.tpay]: cardAcquirer,
  [paymentProvider.epoint]: cardService,
  [paymentProvider.citypay]: {
    takesCards: false,
    method: 'EPayment',
    savesCards: false,
    refunds: false,
  },
  // Wallets (Apple Pay, Google Pay) in the shop's own page; typed cards are paid through other providers.
  6: { takesCards: false, method: 'EPayment', savesCards: false, refunds: true },
  // Cash at a counter: refunded in cash at the counter, or to a balance.
  [cashNumber]: { takesCards: false, method: 'Cash', savesCards: false, refunds: false },
  // A card terminal at a counter: it has no page, and refunds to the card.
  [terminalNumber]: { takesCards: false, method: 'PosTerminal', savesCards: false, refunds: true },
}

const none: ProviderCapabilities = {
  takesCards: false,
  method: 'NotApplicable',
  savesCards: false,
  refunds: true,
}

/** Capabilities of a provider, for the server and for pages. An unknown number has no card and saves none. */
export function capabilitiesOf(provider: number): ProviderCapabilities {
  return capabilities[provider] ?? none
}
