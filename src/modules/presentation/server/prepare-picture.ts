import type { z } from 'zod'
import { pictureBytes } from '#platform/media/prepare-picture.ts'
import { operatorPictureSend } from '../pages-contract.ts'

export const preparation = {
  module: new URL(import.meta.url),
  body: operatorPictureSend.body,
  prepare({ picture }: z.output<typeof operatorPictureSend.body>) {
    return { picture: pictureBytes(picture) }
  },
}
