import type { SameKeys } from '#kernel/texts.ts'
import citybus from '#modules/transport/messages/citybus-en.json'
import georgianBus from '#modules/transport/messages/georgian-bus-en.json'
import metrobus from '#modules/transport/messages/metrobus-en.json'
import omnibus from '#modules/transport/messages/omnibus-en.json'
import ortachala from '#modules/transport/messages/ortachala-en.json'
import railway from '#modules/transport/messages/railway-en.json'
import transport from '#modules/transport/messages/transport-en.json'
import type { travelTexts as georgian } from './travel-ka.ts'

const english = {
  transport,
  railway,
  ortachala,
  omnibus,
  'georgian-bus': georgianBus,
  citybus,
  metrobus,
}

type Georgian = typeof georgian
type Checked = {
  readonly [Module in keyof Georgian]: SameKeys<Georgian[Module], (typeof english)[Module]>
}

/** English texts of the same modules, with the same keys. */
export const travelTexts: Checked = english
