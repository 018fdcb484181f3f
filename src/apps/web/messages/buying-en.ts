import type { SameKeys } from '#kernel/texts.ts'
import accounts from '#modules/accounts/messages/en.json'
import orders from '#modules/orders/messages/en.json'
import tickets from '#modules/tickets/messages/en.json'
import type { buyingRooms as georgian } from './buying-ka.ts'

const english = { accounts, orders, tickets }

type Georgian = typeof georgian
type Checked = {
  readonly [Room in keyof Georgian]: SameKeys<Georgian[Room], (typeof english)[Room]>
}

/** English texts of the same rooms, with the same keys. */
export const buyingRooms: Checked = english
