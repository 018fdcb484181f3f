import entrance from '#modules/entrance/messages/ka.json'
import staff from '#modules/staff/messages/ka.json'

/** Georgian texts of the scanner. */
export const scanTexts = { entrance, staff }
