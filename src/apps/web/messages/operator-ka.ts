import accounts from '#modules/accounts/messages/ka.json'
import boxOffice from '#modules/box-office/messages/ka.json'
import cinemaOffice from '#modules/cinema/messages/office-ka.json'
import operator from '#modules/operator/messages/ka.json'
import passOffice from '#modules/multipass/messages/office-ka.json'
import payments from '#modules/payments/messages/ka.json'
import saleRules from '#modules/rules-admin/messages/ka.json'
import presentationOffice from '#modules/presentation/messages/office-ka.json'
import promotions from '#modules/promotions/messages/ka.json'
import requestOffice from '#modules/requests/messages/office-ka.json'
import queue from '#modules/queue/messages/ka.json'
import staff from '#modules/staff/messages/ka.json'
import timetable from '#modules/timetable/messages/ka.json'
import settlementsOffice from '#modules/settlements/messages/office-ka.json'
import shell from './ka.json'

/** Georgian texts of the modules that operators use. */
export const operatorTexts = {
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
