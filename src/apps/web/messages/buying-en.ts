import type { SameKeys } from '#kernel/texts.ts'
import accounts from '#modules/accounts/messages/en.json'
import follows from '#modules/follows/messages/en.json'
import orders from '#modules/orders/messages/en.json'
import passengers from '#modules/passengers/messages/en.json'
import tickets from '#modules/tickets/messages/en.json'
import type { buyingTexts as georgian } from './buying-ka.ts'

const english = { accounts, follows, orders, passengers, tickets }

type Georgian = typeof georgian
type Checked = {
  readonly [Module in keyof Georgian]: SameKeys<Georgian[Module], (typeof english)[Module]>
}

/** English texts of the same modules, with the same keys. */
export const buyingTexts: Checked = english
