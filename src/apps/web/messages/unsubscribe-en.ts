import refusing from '#modules/mailings/messages/refusing-en.json'

/** English texts of the page for unsubscribing from an organiser's news. */
export const unsubscribeTexts = { refusing }
