import { sql } from 'kysely'
import type { SearchSource } from '#modules/search/server/public-api.ts'
import { sourceName } from './offer-source.ts'
import { loadReferenceData } from './programme.ts'

/** The search source of films and cinemas. */
export const cinemaSearchSource: SearchSource = {
  name: sourceName,

  async readVersion(context) {
    const { rows } = await sql<{ version: string }>`
      select concat((select max(updated_at) from film), ' ', (select max(updated_at) from cinema), ' ',
        (select count(*) from film)) as version`.execute(context.db)
    return rows[0]?.version ?? ''
  },

  async listItems(context) {
    const { films, cinemas } = await loadReferenceData(context)
    return [
      ...[...films.values()].map((film) => ({
        id: film.showId,
        name: film.name,
        aliases: [film.originalName, ...film.people.flatMap(({ name }) => [name.ka, name.en])],
        note: { ka: `ფილმი · ${film.summary.ka}`, en: `Film · ${film.summary.en}` },
        path: `/movies/${film.slug}`,
        imageUrl: film.images['thumbnail']?.url ?? null,
        popularity: film.popularity,
        overAt: null,
      })),
      ...[...cinemas.values()].map((cinema) => ({
        id: cinema.venueId,
        name: cinema.name,
        places: [cinema.city, cinema.address],
        note: { ka: `კინოთეატრი · ${cinema.address.ka}`, en: `Cinema · ${cinema.address.en}` },
        path: `/movies/cinemas/${cinema.slug}`,
        imageUrl: null,
        popularity: 400,
        overAt: null,
      })),
    ]
  },
}
