import type { SameKeys } from '#kernel/texts.ts'
import lists from '#modules/events/web/lists/messages/en.json'
import type { listingRooms as georgian } from './listing-ka.ts'

const english = { lists }

type Georgian = typeof georgian
type Checked = {
  readonly [Room in keyof Georgian]: SameKeys<Georgian[Room], (typeof english)[Room]>
}

/** English texts of the same rooms, with the same keys. */
export const listingRooms: Checked = english
