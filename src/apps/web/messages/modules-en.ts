import type { SameKeys } from '#kernel/texts.ts'
import events from '#modules/events/messages/en.json'
import shell from './en.json'
import type { modules as georgian } from './modules-ka.ts'

const english = { shell, events }

type Georgian = typeof georgian
type Checked = {
  readonly [Module in keyof Georgian]: SameKeys<Georgian[Module], (typeof english)[Module]>
}

/** Every module's English texts. A key that exists in one language only fails the type check here. */
export const modules: Checked = english
