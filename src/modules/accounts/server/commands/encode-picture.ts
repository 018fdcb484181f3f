import type { PictureWork } from '#platform/media/decode.ts'

const side = 256

/** Cuts a customer's picture to a square, in the process that decodes pictures. */
export const work: PictureWork<null, Uint8Array> = {
  module: new URL(import.meta.url),
  async encode(file) {
    const { default: sharp } = await import('sharp')
    return sharp(file, { failOn: 'error', animated: false })
      .rotate()
      .resize(side, side, { fit: 'cover', position: 'attention' })
      .webp({ quality: 82 })
      .toBuffer()
  },
}
