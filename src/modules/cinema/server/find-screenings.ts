import { sql } from 'kysely'
import { hasSpelledWords } from '#kernel/spelling-pattern.ts'
import type { FoundItem } from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { loadReferenceData, readScreeningRows } from './programme.ts'

const foundMax = 12

/** Screenings to come, by words of the film and the cinema. */
export async function findScreenings(
  context: Context,
  text: string,
): Promise<readonly FoundItem[]> {
  const { films, cinemas } = await loadReferenceData(context)
  const matching = [...films.values()].flatMap(({ filmId, name, originalName }) =>
    [...cinemas.values()]
      .filter((cinema) => {
        const words = [name.ka, name.en, originalName, cinema.name.ka, cinema.name.en]
        return hasSpelledWords(words.join(' '), text)
      })
      .map(({ cinemaId }) => `${filmId} ${cinemaId}`),
  )
  if (matching.length === 0) return []
  const screenings = await readScreeningRows(
    context,
    sql`s.starts_at > ${context.clock.now()} and s.cancelled_at is null
      and s.film_id || ' ' || s.cinema_id = any(${matching}::text[])`,
  )
  return screenings.slice(0, foundMax).flatMap(({ screeningId, filmId, cinemaId, startsAt }) => {
    const [film, cinema] = [films.get(filmId), cinemas.get(cinemaId)]
    if (!film || !cinema) return []
    const { name: venue, timeZone } = cinema
    return [{ itemId: screeningId, name: film.name, venue, startsAt, timeZone }]
  })
}
