import { showType } from '#contract/enumerations.ts'
import type { Locale } from '#kernel/locale.ts'
import type { Context } from '#platform/context.ts'
import { lowestPrice, isOnSale, type Film, type Programme, type Screening } from './programme.ts'
import { sourceName } from './offer-source.ts'
import type { ProgrammeView } from './present.ts'
import { businessToday, readProgrammeView } from './queries.ts'

/** Maximum number of posters in the row. */
const filmsMax = 6

const texts = {
  ka: { title: 'დღეს კინოში', more: 'ყველა სეანსი', category: 'კინო' },
  en: { title: 'On at the cinema today', more: 'All showtimes', category: 'Cinema' },
} as const

const byDate = new WeakMap<Programme, ReadonlyMap<string, readonly Screening[]>>()

/** Screenings of a day, grouped once per loaded programme. */
function screeningsOf(programme: Programme, businessDate: string): readonly Screening[] {
  let dates = byDate.get(programme)
  if (!dates) {
    dates = Map.groupBy(programme.screenings, (screening) => screening.businessDate)
    byDate.set(programme, dates)
  }
  return dates.get(businessDate) ?? []
}

/** Row of the home page with films that still have screenings today, the most popular first. */
export const cinemaFrontSource = {
  name: sourceName,

  async readRow(context: Context) {
    const view = await readProgrammeView(context)
    const { programme, locale, now } = view
    let rows = rowsByProgramme.get(programme)
    if (!rows || now < rows.from || now >= rows.until) {
      rows = { from: now, until: nextChange(view), byLocale: new Map() }
      rowsByProgramme.set(programme, rows)
    }
    let row = rows.byLocale.get(locale)
    if (row === undefined) rows.byLocale.set(locale, (row = rowOf(view)))
    return row
  },
}

/** The rows of a loaded programme: they stay the same until a screening starts or its sale opens or closes. */
const rowsByProgramme = new WeakMap<
  Programme,
  { readonly from: Date; readonly until: Date; readonly byLocale: Map<Locale, FilmRow | null> }
>()

type FilmRow = NonNullable<ReturnType<typeof rowOf>>

/** When the row of this view changes next, at the latest at the end of the hour, in which a business date may end. */
function nextChange({ programme, now }: ProgrammeView): Date {
  const hour = 3_600_000
  const moments = screeningsOf(programme, businessToday(now))
    .flatMap(({ startsAt, salesOpenAt, salesCloseAt }) => [startsAt, salesOpenAt, salesCloseAt])
    .flatMap((moment) => (moment !== null && moment > now ? [moment.getTime()] : []))
  return new Date(Math.min(...moments, (Math.floor(now.getTime() / hour) + 1) * hour))
}

function rowOf({ programme, locale, now }: ProgrammeView) {
  const today = businessToday(now)
  const byFilm = Map.groupBy(
    screeningsOf(programme, today).filter(
      (screening) => screening.startsAt > now && isOnSale(screening, now),
    ),
    ({ filmId }) => filmId,
  )
  const films = [...programme.films.values()].filter(({ filmId }) => byFilm.has(filmId))
  if (films.length === 0) return null
  const { title, more, category } = texts[locale]
  return {
    title,
    more: { to: '/movies/showtimes', text: more },
    cards: films.slice(0, filmsMax).map((film) => ({
      ...cardOf(film, byFilm.get(film.filmId) ?? []),
      name: film.name[locale],
      venueName: film.genres.map((genre) => genre[locale]).join(', '),
      categoryName: category,
    })),
  }

  /** A film in the form of a show's card: the next beginning, the lowest and highest price today. */
  function cardOf(film: Film, own: readonly Screening[]) {
    const prices = own.flatMap((screening) => lowestPrice(programme, screening) ?? [])
    const first = own[0]?.startsAt.toISOString() ?? null
    const poster = film.images['poster']
    return {
      itemId: film.showId,
      itemType: 'Show' as const,
      showType: showType.Movies,
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
}
