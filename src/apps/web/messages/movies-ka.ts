import movies from '#modules/cinema/messages/ka.json'

/** Georgian texts of the pages of cinemas: downloaded with the first of them. */
export const moviesTexts = { movies }
