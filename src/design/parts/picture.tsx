import { pictureSet } from '../picture-set.ts'

/** A decorative picture of ours in the width that fits; what it shows is said beside it. */
export function Picture(props: {
  readonly image: { readonly url: string; readonly width: number; readonly height: number }
  /** How wide the page shows it. */
  readonly sizes: string
  /** Above the fold: loaded with high priority. */
  readonly isFirst?: boolean | undefined
  readonly className?: string | undefined
}) {
  const { image, sizes, isFirst, className } = props
  return (
    <img
      src={image.url}
      srcSet={pictureSet(image)}
      sizes={sizes}
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
