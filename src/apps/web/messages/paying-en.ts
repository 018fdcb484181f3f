import type { SameKeys } from '#kernel/texts.ts'
import orders from '#modules/orders/messages/en.json'
import type { payingTexts as georgian } from './paying-ka.ts'

const english = { orders }

type Georgian = typeof georgian
type Checked = {
  readonly [Module in keyof Georgian]: SameKeys<Georgian[Module], (typeof english)[Module]>
}

/** English texts of the same modules, with the same keys. */
export const payingTexts: Checked = english
