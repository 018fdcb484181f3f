import type { PictureWork } from './decode.ts'

/** Makes a picture narrower, in the process that decodes pictures. */
export const work: PictureWork<{ readonly width: number }, Uint8Array> = {
  module: new URL(import.meta.url),
  async encode(file, { width }) {
    const { default: sharp } = await import('sharp')
    return sharp(file, { failOn: 'error', animated: false })
      .rotate()
      .resize({ width, withoutEnlargement: true })
      .webp({ quality: 80 })
      .toBuffer()
  },
}
