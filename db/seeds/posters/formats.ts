/** The six picture formats of a show: sizes and paths. */
import { imageKind } from '#contract/enumerations.ts'
import type { ShowSeed } from '../content/types.ts'

/** Increment when the drawing changes, because browsers cache pictures permanently. */
const drawing = 1

export interface PosterFormat {
  readonly kind: number
  readonly name: string
  readonly width: number
  readonly height: number
  /** Whether the picture contains the title. */
  readonly hasTitle: boolean
}

export const posterFormats: readonly PosterFormat[] = [
  { kind: imageKind.Horizontal, name: 'horizontal', width: 960, height: 640, hasTitle: true },
  { kind: imageKind.Vertical, name: 'vertical', width: 640, height: 960, hasTitle: true },
  { kind: imageKind.Thumbnail, name: 'thumbnail', width: 320, height: 320, hasTitle: false },
  { kind: imageKind.Icon, name: 'icon', width: 96, height: 96, hasTitle: false },
  { kind: imageKind.Big, name: 'big', width: 1_470, height: 630, hasTitle: false },
  { kind: imageKind.V3Poster, name: 'poster', width: 720, height: 960, hasTitle: true },
]

/** Public paths of a show's pictures, `/media/shows/…`. */
export function posterFiles(show: ShowSeed): (PosterFormat & { readonly path: string })[] {
  return posterFormats.map((format) => ({
    ...format,
    path: `/media/shows/${show.slug}-${format.name}-${drawing}.webp`,
  }))
}
