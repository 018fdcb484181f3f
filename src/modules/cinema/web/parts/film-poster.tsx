import { Picture } from '#design/parts/picture.tsx'
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
  return <Picture image={image} sizes={props.sizes} isFirst={isFirst} className={className} />
}
