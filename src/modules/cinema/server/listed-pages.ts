import type { Context } from '#platform/context.ts'
import { readProgramme } from './programme.ts'

/** Paths, without a language, of the pages of films and cinemas, for the sitemap. */
export async function readCinemaPaths(context: Context): Promise<string[]> {
  const { films, cinemas } = await readProgramme(context)
  return [
    ...[...films.values()].map(({ slug }) => `/movies/${slug}`),
    ...[...cinemas.values()].map(({ slug }) => `/movies/cinemas/${slug}`),
  ]
}
