import type { SameKeys } from '#kernel/texts.ts'
import venues from '#modules/events/messages/venues-en.json'
import presentation from '#modules/presentation/messages/en.json'
import type { readingRooms as georgian } from './reading-ka.ts'

const english = { presentation, venues }

type Georgian = typeof georgian
type Checked = {
  readonly [Room in keyof Georgian]: SameKeys<Georgian[Room], (typeof english)[Room]>
}

/** English texts of the same rooms, with the same keys. */
export const readingRooms: Checked = english
