import { pictureSet, posterSizes } from '#design/picture-set.ts'
import type { Images } from '#modules/catalogue/contract.ts'

/** How wide pictures that are no posters are shown. */
const sizesOfKind: Readonly<Partial<Record<keyof Images, string>>> = {
  big: '100vw',
  thumbnail: '5rem',
  icon: '5rem',
}

/** An image from alternatives, best first. The name is always beside it, so it has no alternative text. */
export function Poster(props: {
  images: Images
  kinds: readonly (keyof Images)[]
  className?: string
  /** How wide it is shown, where it is not as usual for its kind. */
  sizes?: string
  /** Above the fold: loaded with high priority. */
  isFirst?: boolean
}) {
  const kind = props.kinds.find((candidate) => props.images[candidate])
  const image = kind && props.images[kind]
  if (!image) return <div className={`bg-sunk ${props.className ?? ''}`} aria-hidden="true" />
  return (
    <img
      src={image.url}
      srcSet={pictureSet(image)}
      sizes={props.sizes ?? sizesOfKind[kind] ?? posterSizes}
      width={image.width}
      height={image.height}
      alt=""
      decoding="async"
      loading={props.isFirst ? 'eager' : 'lazy'}
      fetchPriority={props.isFirst ? 'high' : undefined}
      className={`bg-sunk object-cover ${props.className ?? ''}`}
    />
  )
}
