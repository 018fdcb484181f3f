import { paymentProvider } from '#contract/enumerations.ts'

/** Number of cash among the providers; the specification's numbers are lower. */
export const cashNumber = 5
/** Number of card terminals at counters. */
export const terminalNumber = 7

/** What pages must know of a provider; `server/provider-facts.ts` has the rest. */
export interface ProviderCapabilities {
  /** Its page accepts cards. Buyers see all such providers as one payment method; the shop chooses among them. */
  readonly takesCards: boolean
  /** Saves a card and charges it again. */
  readonly savesCards: boolean
}

const cardAcquirer: ProviderCapabilities = { takesCards: true, savesCards: true }
const withoutCards: ProviderCapabilities = { takesCards: false, savesCards: false }

const capabilities: Readonly<Record<number, ProviderCapabilities>> = {
  [paymentProvider.gc]: cardAcquirer,
  [paymentProvider.tpay]: cardAcquirer,
  [paymentProvider.epoint]: cardAcquirer,
}

/**
 * Capabilities of a provider, for the server and for pages. Wallets (Apple Pay, Google Pay: typed cards are paid through
 * other providers), counters, balances (null) and unknown numbers take no cards on a page and save none.
 */
export function capabilitiesOf(provider: number | null): ProviderCapabilities {
  return capabilities[provider ?? 0] ?? withoutCards
}
