import multipass from '#modules/multipass/messages/ka.json'

/** Georgian texts of the pages of passes: downloaded with the first of them. */
export const passesTexts = { multipass }
