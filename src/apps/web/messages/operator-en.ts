import type { SameKeys } from '#kernel/texts.ts'
import accounts from '#modules/accounts/messages/en.json'
import boxOffice from '#modules/box-office/messages/en.json'
import cinemaOffice from '#modules/cinema/messages/office-en.json'
import operator from '#modules/operator/messages/en.json'
import passOffice from '#modules/multipass/messages/office-en.json'
import payments from '#modules/payments/messages/en.json'
import saleRules from '#modules/rules-admin/messages/en.json'
import presentationOffice from '#modules/presentation/messages/office-en.json'
import promotions from '#modules/promotions/messages/en.json'
import requestOffice from '#modules/requests/messages/office-en.json'
import queue from '#modules/queue/messages/en.json'
import staff from '#modules/staff/messages/en.json'
import timetable from '#modules/timetable/messages/en.json'
import settlementsOffice from '#modules/settlements/messages/office-en.json'
import shell from './en.json'
import type { operatorTexts as georgian } from './operator-ka.ts'

const english = {
  accounts,
  shell,
  boxOffice,
  cinemaOffice,
  presentationOffice,
  operator,
  passOffice,
  payments,
  promotions,
  queue,
  requestOffice,
  saleRules,
  settlementsOffice,
  staff,
  timetable,
}

type Georgian = typeof georgian
type Checked = {
  readonly [Module in keyof Georgian]: SameKeys<Georgian[Module], (typeof english)[Module]>
}

/** English texts of the same modules, with the same keys. */
export const operatorTexts: Checked = english
