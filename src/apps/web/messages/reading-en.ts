import type { SameKeys } from '#kernel/texts.ts'
import venues from '#modules/events/messages/venues-en.json'
import presentation from '#modules/presentation/messages/en.json'
import type { readingTexts as georgian } from './reading-ka.ts'

const english = { presentation, venues }

type Georgian = typeof georgian
type Checked = {
  readonly [Module in keyof Georgian]: SameKeys<Georgian[Module], (typeof english)[Module]>
}

/** English texts of the same modules, with the same keys. */
export const readingTexts: Checked = english
