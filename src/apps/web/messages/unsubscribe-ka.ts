import refusing from '#modules/mailings/messages/refusing-ka.json'

/** Georgian texts of the page for unsubscribing from an organiser's news. */
export const unsubscribeTexts = { refusing }
