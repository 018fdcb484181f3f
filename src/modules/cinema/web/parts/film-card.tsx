import { Badge } from '#design/parts/badge.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { Dotted } from '#design/parts/dotted.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDate, formatMajor } from '#kernel/format.ts'
import type { FilmView } from '#modules/cinema/contract.ts'
import { useTexts } from '../texts.ts'
import { FilmPoster } from './film-poster.tsx'

/** Age, runtime and genres in one line. */
export function FilmFacts(props: {
  film: Pick<FilmView, 'ageLimit' | 'runtimeMinutes' | 'genres'>
  className?: string
}) {
  const { ageLimit, runtimeMinutes, genres } = props.film
  const t = useTexts()
  const facts = [
    ageLimit > 0 ? t('age', { age: ageLimit }) : t('forAll'),
    t('minutes', { count: runtimeMinutes }),
    ...(genres.length > 0 ? [genres.join(', ')] : []),
  ]
  return <Dotted className={`text-sm text-soft ${props.className ?? ''}`} facts={facts} />
}

/** A film as a poster card. */
export function FilmCard({ film, isFirst }: { film: FilmView; isFirst?: boolean }) {
  const t = useTexts()
  const locale = useLocale()
  return (
    <article className="group relative flex flex-col">
      <FilmPoster film={film} isFirst={isFirst} className="poster aspect-[3/4] w-full" />
      <div className="flex grow flex-col pt-3">
        <h3 className="font-display text-lead leading-snug font-bold tablet:text-lg">
          <LocalLink to={`/movies/${film.slug}`} className="card-link">
            {film.name}
          </LocalLink>
        </h3>
        <FilmFacts film={film} className="mt-0.5" />
        <p className="flex flex-col gap-x-3 gap-y-1 pt-1.5 text-sm tablet:mt-auto tablet:flex-row tablet:flex-wrap tablet:items-baseline tablet:justify-between">
          {film.isOnSale && film.minPrice !== null ? (
            <span className="font-semibold">
              {t('from', { price: formatMajor(locale, film.minPrice) })}
            </span>
          ) : (
            <span className="font-semibold text-accent">
              {t('premiere', { date: formatDate(locale, `${film.releasedOn}T12:00:00Z`) })}
            </span>
          )}
          <span className="flex flex-wrap gap-1">
            {film.formats
              .filter((format) => format !== '2D')
              .map((format) => (
                <Badge key={format}>{format}</Badge>
              ))}
          </span>
        </p>
      </div>
    </article>
  )
}

/** Grid of posters, with two columns on phones and up to six on wide screens. */
export function FilmGrid({
  films,
  firstCount = 0,
}: {
  films: readonly FilmView[]
  firstCount?: number
}) {
  return (
    <ul className="grid grid-cols-2 gap-x-4 gap-y-8 tablet:grid-cols-3 desk:grid-cols-4 wide:grid-cols-6">
      {films.map((film, index) => (
        <li key={film.movieId} className="flex flex-col *:grow">
          <FilmCard film={film} isFirst={index < firstCount} />
        </li>
      ))}
    </ul>
  )
}
