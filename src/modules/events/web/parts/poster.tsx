import type { Images } from '#modules/catalogue/contract.ts'

/** An image from alternatives, best first. The name is always beside it, so it has no alternative text. */
export function Poster(props: {
  images: Images
  kinds: readonly (keyof Images)[]
  className?: string
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
