import type { SameKeys } from '#kernel/texts.ts'
import entrance from '#modules/entrance/messages/en.json'
import type { scanTexts as georgian } from './scan-ka.ts'

const english = { entrance }

type Georgian = typeof georgian
type Checked = {
  readonly [Module in keyof Georgian]: SameKeys<Georgian[Module], (typeof english)[Module]>
}

/** English texts of the same modules, with the same keys. */
export const scanTexts: Checked = english
