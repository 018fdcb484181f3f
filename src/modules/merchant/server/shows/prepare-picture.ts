import type { z } from 'zod'
import { pictureBytes } from '#platform/media/prepare-picture.ts'
import { setShowPicture } from '../../shows-contract.ts'

export const preparation = {
  module: new URL(import.meta.url),
  body: setShowPicture.body,
  prepare({ picture, ...options }: z.output<typeof setShowPicture.body>) {
    return { ...options, picture: picture === undefined ? null : pictureBytes(picture) }
  },
}
