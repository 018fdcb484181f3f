import { pictureSet, posterSizes } from '#design/picture-set.ts'
import type { FilmView } from '#modules/cinema/contract.ts'

/** A film's picture; decorative, because the name is always shown next to it. */
export function FilmPoster(props: {
  film: Pick<FilmView, 'poster' | 'thumbnail' | 'colour'>
  kind?: 'poster' | 'thumbnail'
  isFirst?: boolean | undefined
  className?: string
  /** How wide it is shown, where it is not as usual for its kind. */
  sizes?: string
}) {
  const { film, kind = 'poster', isFirst, className } = props
  const image = film[kind]
  if (!image)
    return <div className={className} style={{ background: film.colour }} aria-hidden="true" />
  return (
    <img
      src={image.url}
      srcSet={pictureSet(image)}
      sizes={props.sizes ?? (kind === 'thumbnail' ? '5rem' : posterSizes)}
      width={image.width}
      height={image.height}
      alt=""
      decoding="async"
      loading={isFirst ? 'eager' : 'lazy'}
      fetchPriority={isFirst ? 'high' : undefined}
      className={`bg-sunk object-cover ${className ?? ''}`}
    />
  )
}
