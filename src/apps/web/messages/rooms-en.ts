import type { SameKeys } from '#kernel/texts.ts'
import events from '#modules/events/messages/en.json'
import shell from './en.json'
import type { rooms as georgian } from './rooms-ka.ts'

const english = { shell, events }

type Georgian = typeof georgian
type Checked = {
  readonly [Room in keyof Georgian]: SameKeys<Georgian[Room], (typeof english)[Room]>
}

/** Every room's English texts. A key that one language has alone fails the type check here. */
export const rooms: Checked = english
