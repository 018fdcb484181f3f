import refusing from '#modules/mailings/messages/refusing-ka.json'

/** Georgian texts of the page that stops an organiser's news. */
export const letterTexts = { refusing }
