import lists from '#modules/events/web/lists/messages/ka.json'

/** Georgian texts of the pages of lists: downloaded with the first of them. */
export const listingTexts = { lists }
