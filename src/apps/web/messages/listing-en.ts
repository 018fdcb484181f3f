import type { SameKeys } from '#kernel/texts.ts'
import lists from '#modules/events/web/lists/messages/en.json'
import type { listingTexts as georgian } from './listing-ka.ts'

const english = { lists }

type Georgian = typeof georgian
type Checked = {
  readonly [Module in keyof Georgian]: SameKeys<Georgian[Module], (typeof english)[Module]>
}

/** English texts of the same modules, with the same keys. */
export const listingTexts: Checked = english
