/** Cuts the sizes of a show's picture, in the process that decodes pictures. */
import { createHash } from 'node:crypto'
import type { Sharp } from 'sharp'
import { imageKind } from '#contract/enumerations.ts'
import type { PictureWork } from '#platform/media/decode.ts'
import { colourOfPicture } from '#platform/picture-colour.ts'
import type { StoredPicture } from './drafts.ts'

export const sizes = [
  { kind: imageKind.Horizontal, width: 960, height: 640 },
  { kind: imageKind.Vertical, width: 640, height: 960 },
  { kind: imageKind.Thumbnail, width: 320, height: 320 },
  { kind: imageKind.Icon, width: 96, height: 96 },
  { kind: imageKind.Big, width: 1_470, height: 630 },
  { kind: imageKind.V3Poster, width: 720, height: 960 },
] as const

export type Picture = StoredPicture & { readonly content: Buffer }

/** Fractions of a picture's width and height, from 0 to 1. */
export interface Crop {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

export interface Focus {
  readonly x: number
  readonly y: number
}

export interface Area {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** The largest area with the aspect ratio of a size whose centre is as close to the focal point as possible. Pure. */
export function areaFor(
  within: Area,
  focus: { readonly x: number; readonly y: number },
  size: { readonly width: number; readonly height: number },
): Area {
  const scale = Math.min(within.width / size.width, within.height / size.height)
  const width = Math.max(1, Math.floor(size.width * scale))
  const height = Math.max(1, Math.floor(size.height * scale))
  const along = (start: number, length: number, part: number, at: number) =>
    Math.round(Math.min(Math.max(at - part / 2, start), start + length - part))
  return {
    left: along(within.left, within.width, width, focus.x),
    top: along(within.top, within.height, height, focus.y),
    width,
    height,
  }
}

/** The picture is decoded once, and one size at a time is cut from it. */
export const work: PictureWork<{ readonly crop: Crop; readonly focus: Focus }, Picture[]> = {
  module: new URL(import.meta.url),
  async encode(file, { crop, focus }) {
    const { default: sharp } = await import('sharp')
    const { data, info } = await sharp(file, { failOn: 'error', animated: false })
      .rotate()
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { width, height, channels } = info
    const left = Math.round(crop.left * width)
    const top = Math.round(crop.top * height)
    const within = {
      left,
      top,
      width: Math.max(1, Math.min(Math.round(crop.width * width), width - left)),
      height: Math.max(1, Math.min(Math.round(crop.height * height), height - top)),
    }
    const at = { x: focus.x * width, y: focus.y * height }
    const cut: Encoded[] = []
    for (const size of sizes) {
      const whole = sharp(data, { raw: { width, height, channels } })
      cut.push(await encoded(whole.extract(areaFor(within, at, size)), size))
    }
    return withColour(cut)
  },
}

type Encoded = Omit<Picture, 'colour'>

/** All sizes with the dominant colour of the upright one, which shows most of a poster. */
export async function withColour(encoding: readonly Encoded[]): Promise<Picture[]> {
  const poster = encoding.find(({ kind }) => kind === imageKind.V3Poster)
  const colour = poster ? await colourOfPicture(poster.content) : null
  return encoding.map((picture) => ({ ...picture, colour }))
}

export async function encoded(image: Sharp, size: (typeof sizes)[number]): Promise<Encoded> {
  const { width, height, kind } = size
  const content = await image
    .resize(width, height, { fit: 'fill' })
    .webp({ quality: 82 })
    .toBuffer()
  // The kind is part of the digest, since two sizes of a plain picture may have the same bytes.
  const digest = createHash('sha1').update(String(kind)).update(content).digest('hex')
  return { kind, width, height, content, digest }
}
