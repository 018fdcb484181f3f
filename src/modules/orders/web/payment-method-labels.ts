import { paymentProvider } from '#contract/enumerations.ts'

/**
 * The words of a way to pay, as keys of this module's texts. A card has one label whichever acquirer takes it; coins are
 * sent by the buyer, and what of them must go back goes to the balance.
 */
const ofCard = {
  name: 'wayCard',
  note: 'wayCardNote',
  payNote: 'payNote',
  going: 'goingToBank',
} as const

const ofCoins = {
  name: 'wayCoins',
  note: 'wayCoinsNote',
  payNote: 'payNoteCoins',
  going: 'goingToService',
} as const

/** Null: a card, whichever acquirer takes it. */
export function paymentMethodLabels(provider: number | null) {
  return provider === paymentProvider.citypay ? ofCoins : ofCard
}

const waitingForCard = {
  title: 'waitingTitle',
  text: 'waitingText',
  notPaid: 'waitingNotPaid',
  back: 'backToBank',
} as const

const waitingForCoins = {
  title: 'waitingCoinsTitle',
  text: 'waitingCoinsText',
  notPaid: 'waitingCoinsNotPaid',
  back: 'backToService',
} as const

/** The words while its answer is awaited, as keys of the texts of outcomes. */
export function waitingLabels(provider: number | null) {
  return provider === paymentProvider.citypay ? waitingForCoins : waitingForCard
}
