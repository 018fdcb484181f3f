import sharp from 'sharp'
import { strongestColour } from '#kernel/colour.ts'

/** So many pixels a side say as much of the colours of a picture as all of them. */
const side = 40

/** The colour that a picture is remembered by (`#a8123a`); null for a picture in greys. Throws for what is no picture. */
export async function colourOfPicture(picture: Buffer): Promise<string | null> {
  const pixels = await sharp(picture)
    .resize(side, side, { fit: 'fill' })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer()
  return strongestColour(pixels)
}
