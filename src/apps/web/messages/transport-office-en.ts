import transportOffice from '#modules/transport/messages/office-en.json'
import transport from '#modules/transport/messages/transport-en.json'

/** English texts of carriers' staff; drawings of vehicles use those of the shop. */
export const transportOfficeTexts = { transport, transportOffice }
