import events from '#modules/events/messages/ka.json'
import shows from '#modules/events/messages/shows-ka.json'

/** Georgian texts of the pages of shows and events: downloaded with the first of them. */
export const showingTexts = { shows: { ...events, ...shows } }
