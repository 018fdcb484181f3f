import entrance from '#modules/entrance/messages/en.json'
import staff from '#modules/staff/messages/en.json'

/** English texts of the scanner. */
export const scanTexts = { entrance, staff }
