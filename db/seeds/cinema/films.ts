import { firstFilms } from './films-a.ts'
import { otherFilms } from './films-b.ts'
import type { FilmSeed } from './types.ts'

/** All films; their numbers follow this order. */
export const films: readonly FilmSeed[] = [...firstFilms, ...otherFilms]
