/** The pictures of a show in all sizes: cut from an uploaded picture, or generated from the show's name. */
import { createHash } from 'node:crypto'
import type { Sharp } from 'sharp'
import { imageKind } from '#contract/enumerations.ts'
import { colourOfPicture } from '#platform/picture-colour.ts'
import type { StoredPicture } from './drafts.ts'

const sizes = [
  { kind: imageKind.Horizontal, width: 960, height: 640 },
  { kind: imageKind.Vertical, width: 640, height: 960 },
  { kind: imageKind.Thumbnail, width: 320, height: 320 },
  { kind: imageKind.Icon, width: 96, height: 96 },
  { kind: imageKind.Big, width: 1_470, height: 630 },
  { kind: imageKind.V3Poster, width: 720, height: 960 },
] as const

/** Limit of decoded pixels: a small file can decompress to a huge picture. */
const pixelsMax = 40_000_000
const formats = new Set(['jpeg', 'png', 'webp'])

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

/**
 * Decodes a picture, cuts it and encodes it again, which removes everything else in the file (location, a second format
 * appended to the first). Returns null for an invalid picture.
 */
export async function cutPictures(
  file: Buffer,
  crop: Crop = { left: 0, top: 0, width: 1, height: 1 },
  focus: Focus = { x: 0.5, y: 0.5 },
): Promise<Picture[] | null> {
  try {
    const { default: sharp } = await import('sharp')
    const image = sharp(file, { limitInputPixels: pixelsMax, failOn: 'error', animated: false })
    const { format } = await image.metadata()
    if (!format || !formats.has(format)) return null
    const { data, info } = await image
      .rotate()
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { width, height, channels } = info
    const within = {
      left: Math.round(crop.left * width),
      top: Math.round(crop.top * height),
      width: Math.max(
        1,
        Math.min(Math.round(crop.width * width), width - Math.round(crop.left * width)),
      ),
      height: Math.max(
        1,
        Math.min(Math.round(crop.height * height), height - Math.round(crop.top * height)),
      ),
    }
    const at = { x: focus.x * width, y: focus.y * height }
    return await withColour(
      sizes.map((size) =>
        encoded(
          sharp(data, { raw: { width, height, channels } }).extract(areaFor(within, at, size)),
          size,
        ),
      ),
    )
  } catch {
    return null
  }
}

/** Generates a poster from a name; the same name gives the same picture. */
export async function drawPictures(name: string): Promise<Picture[]> {
  const { default: sharp } = await import('sharp')
  return withColour(
    sizes.map((size) => encoded(sharp(Buffer.from(drawing(name, size.width, size.height))), size)),
  )
}

type Encoded = Omit<Picture, 'colour'>

/** All sizes with the dominant colour of the upright one, which shows most of a poster. */
async function withColour(encoding: readonly Promise<Encoded>[]): Promise<Picture[]> {
  const pictures = await Promise.all(encoding)
  const poster = pictures.find(({ kind }) => kind === imageKind.V3Poster)
  const colour = poster ? await colourOfPicture(poster.content) : null
  return pictures.map((picture) => ({ ...picture, colour }))
}

async function encoded(image: Sharp, size: (typeof sizes)[number]): Promise<Encoded> {
  const { width, height, kind } = size
  const content = await image
    .resize(width, height, { fit: 'fill' })
    .webp({ quality: 82 })
    .toBuffer()
  // The kind is part of the digest, since two sizes of a plain picture may have the same bytes.
  const digest = createHash('sha1').update(String(kind)).update(content).digest('hex')
  return { kind, width, height, content, digest }
}

const palettes = [
  ['#17123a', '#ff3d8b', '#19d3e0', '#ffd23f'],
  ['#f0562b', '#1b1310', '#ffd08a', '#fff1dc'],
  ['#0d3b3a', '#f2b134', '#e9e3d0', '#ed553b'],
  ['#f4e6c8', '#20315f', '#d1495b', '#66a182'],
  ['#231942', '#be95c4', '#f6ae2d', '#e0b1cb'],
  ['#e8e1d5', '#101820', '#f2542d', '#0e9594'],
] as const

/** Arcs and discs on a background, derived from the name. */
function drawing(name: string, width: number, height: number): string {
  const bytes = createHash('sha256').update(name).digest()
  const byte = (at: number) => bytes[at % bytes.length] ?? 0
  const [background, ...inks] = palettes[byte(0) % palettes.length] ?? palettes[0]
  const unit = Math.max(width, height)
  const shapes = Array.from({ length: 7 }, (_, index) => {
    const ink = inks[byte(index * 4 + 1) % inks.length]
    const x = (byte(index * 4 + 2) / 255) * width
    const y = (byte(index * 4 + 3) / 255) * height
    const radius = unit * (0.08 + (byte(index * 4 + 4) / 255) * 0.3)
    return index % 3 === 0
      ? `<circle cx="${x}" cy="${y}" r="${radius}" fill="${ink}" fill-opacity="0.9"/>`
      : `<circle cx="${x}" cy="${y}" r="${radius}" fill="none" stroke="${ink}" stroke-width="${unit * 0.03}"/>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${background}"/>${shapes.join('')}</svg>`
}
