import { paymentProvider } from '#contract/enumerations.ts'

/**
 * The words of a way to pay, as keys of this module's texts. A card is a bank's business whoever takes it; coins are
 * sent by the buyer, and what of them must go back goes to the balance.
 */
const ofCard = {
  name: 'wayCard',
  note: 'wayCardNote',
  payNote: 'payNote',
  going: 'goingToBank',
  waitingTitle: 'waitingTitle',
  waitingText: 'waitingText',
  waitingNotPaid: 'waitingNotPaid',
  back: 'backToBank',
} as const

const ofCoins = {
  name: 'wayCoins',
  note: 'wayCoinsNote',
  payNote: 'payNoteCoins',
  going: 'goingToService',
  waitingTitle: 'waitingCoinsTitle',
  waitingText: 'waitingCoinsText',
  waitingNotPaid: 'waitingCoinsNotPaid',
  back: 'backToService',
} as const

/** Null: a card, whoever takes it. */
export function paymentMethodLabels(provider: number | null) {
  return provider === paymentProvider.citypay ? ofCoins : ofCard
}
