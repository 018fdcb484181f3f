import venues from '#modules/events/messages/venues-ka.json'
import presentation from '#modules/presentation/messages/ka.json'

/** Georgian texts of the editorial pages: downloaded with the first of them. */
export const readingTexts = { presentation, venues }
