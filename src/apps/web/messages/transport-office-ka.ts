import transportOffice from '#modules/transport/messages/office-ka.json'
import transport from '#modules/transport/messages/transport-ka.json'

/** Georgian texts of carriers' staff; drawings of vehicles use those of the shop. */
export const transportOfficeTexts = { transport, transportOffice }
