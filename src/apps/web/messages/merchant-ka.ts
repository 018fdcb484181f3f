import boxOffice from '#modules/box-office/messages/ka.json'
import mailings from '#modules/mailings/messages/ka.json'
import merchant from '#modules/merchant/messages/ka.json'
import requestOffice from '#modules/requests/messages/office-ka.json'
import settlements from '#modules/settlements/messages/ka.json'
import staff from '#modules/staff/messages/ka.json'
import shell from './ka.json'

/** Georgian texts of the organisers' back office. */
export const merchantTexts = {
  boxOffice,
  mailings,
  shell,
  merchant,
  requestOffice,
  settlements,
  staff,
}
