import entrance from '#modules/entrance/messages/ka.json'

/** Georgian texts of the scanner. */
export const scanTexts = { entrance }
