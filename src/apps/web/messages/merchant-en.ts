import boxOffice from '#modules/box-office/messages/en.json'
import mailings from '#modules/mailings/messages/en.json'
import merchant from '#modules/merchant/messages/en.json'
import requestOffice from '#modules/requests/messages/office-en.json'
import settlements from '#modules/settlements/messages/en.json'
import staff from '#modules/staff/messages/en.json'
import shell from './en.json'

/** English texts of the organisers' back office. */
export const merchantTexts = {
  boxOffice,
  mailings,
  shell,
  merchant,
  requestOffice,
  settlements,
  staff,
}
