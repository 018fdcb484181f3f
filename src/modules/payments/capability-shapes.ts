import { paymentProvider } from '#contract/enumerations.ts'

/** Number of cash among the providers; the specification's end before. */
export const cashNumber = 5
/** Number of card terminals at counters. */
export const terminalNumber = 7

/** What a provider can do, whatever it costs and however it fares. */
export interface ProviderCapabilities {
  /** Its page takes a card. Providers that do are one way to pay: which of them takes it is the shop's business. */
  readonly takesCards: boolean
  /** Keeps a card and charges it again. */
  readonly savesCards: boolean
  /** Sends money back the way it came. */
  readonly refunds: boolean
}

const cardAcquirer: ProviderCapabilities = { takesCards: true, savesCards: true, refunds: true }

const capabilities: Readonly<Record<number, ProviderCapabilities>> = {
  [paymentProvider.gc]: cardAcquirer,
  [paymentProvider.tpay]: cardAcquirer,
  [paymentProvider.epoint]: cardAcquirer,
  [paymentProvider.citypay]: { takesCards: false, savesCards: false, refunds: false },
  // Wallets in the shop's own page; a card that is typed goes to the others.
  6: { takesCards: false, savesCards: false, refunds: true },
  // Cash of a counter: what it paid goes back over the counter, or to a balance.
  [cashNumber]: { takesCards: false, savesCards: false, refunds: false },
  // A card terminal of a counter: it has no page, and sends back to the card.
  [terminalNumber]: { takesCards: false, savesCards: false, refunds: true },
}

const none: ProviderCapabilities = { takesCards: false, savesCards: false, refunds: true }

/** Capabilities of a provider, for the server and for pages. An unknown number has no card and saves none. */
export function capabilitiesOf(provider: number): ProviderCapabilities {
  return capabilities[provider] ?? none
}
