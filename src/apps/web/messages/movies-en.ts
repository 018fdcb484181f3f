import type { SameKeys } from '#kernel/texts.ts'
import movies from '#modules/cinema/messages/en.json'
import type { moviesTexts as georgian } from './movies-ka.ts'

const checked: SameKeys<(typeof georgian)['movies'], typeof movies> = movies

/** English texts of the pages of cinemas. */
export const moviesTexts = { movies: checked }
