import { firstFilms } from './films-a.ts'
import { otherFilms } from './films-b.ts'
import type { FilmSeed } from './types.ts'

/** All films; a film's id is its position in this list. */
export const films: readonly FilmSeed[] = [...firstFilms, ...otherFilms]
