import { Picture } from '#design/parts/picture.tsx'
import type { Images } from '#modules/catalogue/contract.ts'

/** An image from alternatives, best first. The name is always beside it, so it has no alternative text. */
export function Poster(props: {
  images: Images
  kinds: readonly (keyof Images)[]
  className?: string
  /** How wide it is shown, where it is not as usual. */
  sizes?: string
  /** Above the fold: loaded with high priority. */
  isFirst?: boolean
}) {
  const kind = props.kinds.find((candidate) => props.images[candidate])
  return <Picture {...props} image={kind && props.images[kind]} />
}
