import { pictureSet, posterSizes } from '../picture-set.ts'

/** A decorative picture in the width that fits, or the area where it would be; what it shows is said beside it. */
export function Picture(props: {
  readonly image:
    | { readonly url: string; readonly width: number; readonly height: number }
    | undefined
  /** How wide the page shows it, if not like posters in lists or, for squares, like thumbnails. */
  readonly sizes?: string | undefined
  /** Above the fold: loaded with high priority. */
  readonly isFirst?: boolean | undefined
  readonly className?: string | undefined
}) {
  const { image } = props
  const className = `bg-sunk object-cover ${props.className ?? ''}`
  return image ? (
    <img
      src={image.url}
      srcSet={pictureSet(image)}
      sizes={props.sizes ?? (image.width === image.height ? '5rem' : posterSizes)}
      width={image.width}
      height={image.height}
      alt=""
      decoding="async"
      loading={props.isFirst ? 'eager' : 'lazy'}
      fetchPriority={props.isFirst ? 'high' : undefined}
      className={className}
    />
  ) : (
    <div className={className} aria-hidden="true" />
  )
}
