import refusing from '#modules/mailings/messages/refusing-en.json'

/** English texts of the page that stops an organiser's news. */
export const letterTexts = { refusing }
