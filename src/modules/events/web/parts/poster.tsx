import type { Images } from '#modules/catalogue/contract.ts'

/** Pictures to try in turn, best fit first. The name is always beside the picture, so it needs no words. */
export function Poster(props: {
  images: Images
  kinds: readonly (keyof Images)[]
  className?: string
  sizes?: string
  /** Above the fold: fetched at once and first. */
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
