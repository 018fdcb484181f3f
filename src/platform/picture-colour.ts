import { strongestColour } from '#kernel/colour.ts'

/** Pixels per side of the scaled-down picture; more do not change the result. */
const side = 40

/** The dominant colour of a picture (`#a8123a`); null for a grey picture. Throws when the bytes are not a picture. */
export async function colourOfPicture(picture: Buffer): Promise<string | null> {
  // Loaded when first needed: 20 MB that most processes never use.
  const { default: sharp } = await import('sharp')
  const pixels = await sharp(picture)
    .resize(side, side, { fit: 'fill' })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer()
  return strongestColour(pixels)
}
