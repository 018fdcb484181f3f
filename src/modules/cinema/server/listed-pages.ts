import type { Context } from '#platform/context.ts'
import { readProgramme } from './programme.ts'

/** Paths, without a language, of the pages of films, cinemas and screenings to come, for the sitemap. */
export async function readCinemaPaths(context: Context): Promise<{
  /** Of films and cinemas. */
  readonly films: readonly string[]
  readonly screenings: readonly string[]
}> {
  const { films, cinemas, screenings } = await readProgramme(context)
  const now = context.clock.now()
  return {
    films: [
      ...[...films.values()].map(({ slug }) => `/movies/${slug}`),
      ...[...cinemas.values()].map(({ slug }) => `/movies/cinemas/${slug}`),
    ],
    screenings: screenings
      .filter(({ startsAt }) => startsAt > now)
      .map(({ screeningId }) => `/movies/session/${screeningId}`),
  }
}
