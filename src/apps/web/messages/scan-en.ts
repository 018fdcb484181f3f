import type { SameKeys } from '#kernel/texts.ts'
import entrance from '#modules/entrance/messages/en.json'
import type { scanRooms as georgian } from './scan-ka.ts'

const english = { entrance }

type Georgian = typeof georgian
type Checked = {
  readonly [Room in keyof Georgian]: SameKeys<Georgian[Room], (typeof english)[Room]>
}

/** English texts of the same rooms, with the same keys. */
export const scanRooms: Checked = english
