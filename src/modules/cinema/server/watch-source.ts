/** Watch source: new films of a cinema, and film subscriptions. */
import { sql } from 'kysely'
import type { LocalizedText } from '#kernel/locale.ts'
import type { WatchSource } from '#modules/follows/server/public-api.ts'
import { sourceName } from './offer-source.ts'
import { isOnSale, readProgramme } from './programme.ts'

const filmKey = /^film-(\d{1,9})$/
/** Maximum number of films named in one piece of news. */
const namesMax = 5

const cinemaTells: LocalizedText = {
  ka: 'მოგწერთ, როცა აქ ახალი ფილმის ბილეთები გაიყიდება.',
  en: 'We write when tickets for a new film are sold here.',
}
const filmTells: LocalizedText = {
  ka: 'მოგწერთ, როცა ბილეთების გაყიდვა დაიწყება.',
  en: 'We write when its tickets go on sale.',
}
const newFilms = (names: readonly string[]): Readonly<Record<'ka' | 'en', string>> => ({
  ka: `ახალი ფილმი: ${names.join(', ')}`,
  en: `New on screen: ${names.join(', ')}`,
})

export const cinemaWatchSource: WatchSource = {
  name: sourceName,

  async readWatched(context, { cinemaId }) {
    const cinema =
      typeof cinemaId === 'number' && (await readProgramme(context)).cinemas.get(cinemaId)
    if (!cinema) return null
    return {
      subjectKey: `cinema-${cinema.cinemaId}`,
      subject: { cinemaId: cinema.cinemaId },
      name: cinema.name,
      tells: cinemaTells,
      path: `/movies/cinemas/${cinema.slug}`,
    }
  },

  async check(context, { cinemaId }, before) {
    const programme = await readProgramme(context)
    const now = context.clock.now()
    const shown = new Set(
      programme.screenings.flatMap((screening) =>
        screening.cinemaId === cinemaId && isOnSale(screening, now) ? [screening.filmId] : [],
      ),
    )
    const known = new Set((before ?? '').split(' ').map(Number))
    const added = [...shown].filter((filmId) => before !== null && !known.has(filmId))
    const films = added.flatMap((filmId) => programme.films.get(filmId) ?? []).slice(0, namesMax)
    return {
      // Films that were on sale before are no news when they return.
      state: [...new Set([...known, ...shown])]
        .filter((filmId) => filmId > 0)
        .slice(-200)
        .join(' '),
      news:
        films.length === 0
          ? null
          : {
              ka: newFilms(films.map(({ name }) => name.ka)).ka,
              en: newFilms(films.map(({ name }) => name.en)).en,
            },
      isOver: !programme.cinemas.has(Number(cinemaId)),
    }
  },

  async listOwn(context, customerId) {
    const { rows } = await sql<{ filmId: number; slug: string; name: LocalizedText; at: Date }>`
      select film.id as "filmId", film.slug, film.name, min(wait.created_at) as at
      from film_subscription as wait join film on film.id = wait.film_id
      where wait.customer_id = ${customerId} and wait.told_at is null
      group by film.id, film.slug, film.name`.execute(context.db)
    return rows.map(({ filmId, slug, name, at }) => ({
      subjectKey: `film-${filmId}`,
      subject: { filmId },
      name,
      tells: filmTells,
      path: `/movies/${slug}`,
      followedAt: at,
    }))
  },

  async removeOwn(context, customerId, subjectKey) {
    const filmId = filmKey.exec(subjectKey)?.[1]
    if (filmId === undefined) return false
    await sql`delete from film_subscription where customer_id = ${customerId}
      and film_id = ${Number(filmId)} and told_at is null`.execute(context.db)
    return true
  },
}
