import type { SameKeys } from '#kernel/texts.ts'
import operator from '#modules/operator/messages/en.json'
import payments from '#modules/payments/messages/en.json'
import rulebook from '#modules/rulebook/messages/en.json'
import presentation from '#modules/presentation/messages/en.json'
import promotions from '#modules/promotions/messages/en.json'
import shell from './en.json'
import type { operatorRooms as georgian } from './operator-ka.ts'

const english = { shell, presentation, operator, payments, promotions, rulebook }

type Georgian = typeof georgian
type Checked = {
  readonly [Room in keyof Georgian]: SameKeys<Georgian[Room], (typeof english)[Room]>
}

/** English texts of the same rooms, with the same keys. */
export const operatorRooms: Checked = english
