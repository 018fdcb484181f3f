import { paymentProvider } from '#contract/enumerations.ts'

/**
 * The words of a way to pay, as keys of this room's texts. A card is a bank's business whoever takes it; coins are
 * sent by the buyer, and what of them must go back goes to the balance.
 */
const ofCard = {
  name: 'wayCardOf',
  note: 'wayCardNote',
  payNote: 'payNote',
  going: 'goingToBank',
  waitingTitle: 'waitingTitle',
  waitingText: 'waitingText',
  waitingNotPaid: 'waitingNotPaid',
  back: 'backToBank',
} as const

const ofEpoint = { ...ofCard, name: 'wayEpoint', note: 'wayEpointNote' } as const

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

/** Names by which buyers know the parties behind the numbers of the specification. */
const partyNames: Readonly<Record<number, string>> = { 1: 'Georgian Card', 2: 'TBC', 3: 'Epoint' }

export function partyName(provider: number, otherwise: string): string {
  return partyNames[provider] ?? otherwise
}

export function wordsOfWay(provider: number) {
  if (provider === paymentProvider.epoint) return ofEpoint
  return provider === paymentProvider.citypay ? ofCoins : ofCard
}
