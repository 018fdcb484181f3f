import { Picture } from '#design/parts/picture.tsx'
import { posterSizes } from '#design/picture-set.ts'
import type { Images } from '#modules/catalogue/contract.ts'

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
  const { images, kinds, className, isFirst } = props
  const kind = kinds.find((candidate) => images[candidate])
  const image = kind && images[kind]
  if (!image) return <div className={`bg-sunk ${className ?? ''}`} aria-hidden="true" />
  // Squares are small everywhere; the others are posters and banners.
  const usual = image.width === image.height ? '5rem' : kinds[0] === 'big' ? '100vw' : posterSizes
  return (
    <Picture image={image} sizes={props.sizes ?? usual} isFirst={isFirst} className={className} />
  )
}
