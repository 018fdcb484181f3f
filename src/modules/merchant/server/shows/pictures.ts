/** The pictures of a show in all sizes: cut from an uploaded picture, or generated from the show's name. */
import { createHash } from 'node:crypto'
import { ok, type Result } from '#kernel/result.ts'
import type { Actor } from '#platform/context.ts'
import { pictureCallerOf, pictureDecoder, type PictureRefusal } from '#platform/media/decode.ts'
import {
  encoded,
  sizes,
  withColour,
  work,
  type Crop,
  type Focus,
  type Picture,
} from './cut-picture.ts'

export type { Picture } from './cut-picture.ts'

/**
 * Cuts an uploaded picture and encodes it again, which removes everything else in the file (location, a second format
 * appended to the first).
 */
export async function cutPictures(
  actor: Actor,
  file: Buffer,
  crop: Crop = { left: 0, top: 0, width: 1, height: 1 },
  focus: Focus = { x: 0.5, y: 0.5 },
): Promise<Result<Picture[], PictureRefusal>> {
  const cut = await pictureDecoder.decode(pictureCallerOf(actor), file, work, { crop, focus })
  if (!cut.ok) return cut
  return ok(cut.value.map((picture) => ({ ...picture, content: Buffer.from(picture.content) })))
}

/** Generates a poster from a name; the same name gives the same picture. */
export async function drawPictures(name: string): Promise<Picture[]> {
  const { default: sharp } = await import('sharp')
  return withColour(
    await Promise.all(
      sizes.map((size) =>
        encoded(sharp(Buffer.from(drawing(name, size.width, size.height))), size),
      ),
    ),
  )
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
