import { imageKind } from '#contract/enumerations.ts'
import type { Images } from '../contract.ts'

/** The key of each picture kind in a reply. */
const imageKey = {
  [imageKind.Horizontal]: 'horizontal',
  [imageKind.Vertical]: 'vertical',
  [imageKind.Thumbnail]: 'thumbnail',
  [imageKind.Icon]: 'icon',
  [imageKind.Big]: 'big',
  [imageKind.V3Poster]: 'v3Poster',
} as const satisfies Record<number, keyof Images>

export function imagesOf(
  rows: readonly { kind: number; path: string; width: number; height: number }[],
): Images {
  const images: Images = {}
  for (const { kind, path, width, height } of rows) {
    if (!isImageKind(kind)) continue
    images[imageKey[kind]] = { url: path, width, height }
  }
  return images
}

function isImageKind(kind: number): kind is keyof typeof imageKey {
  return Object.hasOwn(imageKey, kind)
}
