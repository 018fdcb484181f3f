import type { Context } from '#platform/context.ts'
import { lowestPrice, isOnSale, type Film, type Programme, type Screening } from './programme.ts'
import { sourceName } from './offer-source.ts'
import { businessToday, seenOf } from './queries.ts'

/** Posters in the row. */
const filmsMost = 6

const words = {
  ka: { title: 'დღეს კინოში', more: 'ყველა სეანსი', category: 'კინო' },
  en: { title: 'On at the cinema today', more: 'All showtimes', category: 'Cinema' },
} as const

const byDate = new WeakMap<Programme, ReadonlyMap<string, readonly Screening[]>>()

/** Grouped once for each edition of the programme: the home page asks for every visitor it is made for. */
function screeningsOf(programme: Programme, businessDate: string): readonly Screening[] {
  let dates = byDate.get(programme)
  if (!dates) {
    dates = Map.groupBy(programme.screenings, (screening) => screening.businessDate)
    byDate.set(programme, dates)
  }
  return dates.get(businessDate) ?? []
}

/** Films that are still on today, for the home page: those that most people look for first. */
export const cinemaFrontSource = {
  name: sourceName,

  async readRow(context: Context) {
    const { programme, locale, now } = await seenOf(context)
    const today = businessToday(now)
    const byFilm = Map.groupBy(
      screeningsOf(programme, today).filter(
        (screening) => screening.startsAt > now && isOnSale(screening, now),
      ),
      ({ filmId }) => filmId,
    )
    const films = [...programme.films.values()].filter(({ filmId }) => byFilm.has(filmId))
    if (films.length === 0) return null
    const { title, more, category } = words[locale]
    return {
      title,
      more: { to: '/movies/showtimes', text: more },
      cards: films.slice(0, filmsMost).map((film) => ({
        ...cardOf(film, byFilm.get(film.filmId) ?? []),
        name: film.name[locale],
        venueName: film.genres.map((genre) => genre[locale]).join(', '),
        categoryName: category,
      })),
    }

    /** As cards of shows are: the next beginning, the least and the most a seat costs today. */
    function cardOf(film: Film, own: readonly Screening[]) {
      const prices = own.flatMap((screening) => lowestPrice(programme, screening) ?? [])
      const first = own[0]?.startsAt.toISOString() ?? null
      const poster = film.images['poster']
      return {
        itemId: film.filmId,
        itemType: 'Show' as const,
        showType: 1,
        slug: film.slug,
        path: `/movies/${film.slug}`,
        eventCount: 1,
        cityName: '',
        fromDate: first,
        toDate: first,
        timeZone: 'Asia/Tbilisi',
        minPrice: prices.length > 0 ? Math.min(...prices) / 100 : null,
        maxPrice: prices.length > 0 ? Math.max(...prices) / 100 : null,
        currency: 'GEL' as const,
        isSoldOut: false,
        categorySlug: 'cinema',
        images: poster ? { v3Poster: poster } : {},
      }
    }
  },
}
