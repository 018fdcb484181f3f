import multipass from '#modules/multipass/messages/en.json'

/** English texts of the pages of passes: downloaded with the first of them. */
export const passesTexts = { multipass }
