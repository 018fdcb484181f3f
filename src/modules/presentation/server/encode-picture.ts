import type { PictureWork } from '#platform/media/decode.ts'

const widthMax = 1_600

interface EncodedPicture {
  readonly content: Uint8Array
  readonly width: number
  readonly height: number
}

/** Scales a picture of a page down, in the process that decodes pictures. */
export const work: PictureWork<null, EncodedPicture> = {
  module: new URL(import.meta.url),
  async encode(file) {
    const { default: sharp } = await import('sharp')
    const { data, info } = await sharp(file, { failOn: 'error', animated: false })
      .rotate()
      .resize({ width: widthMax, withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer({ resolveWithObject: true })
    return { content: data, width: info.width, height: info.height }
  },
}
