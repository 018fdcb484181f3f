import type { z } from 'zod'
import { pictureBytes } from '#platform/media/prepare-picture.ts'
import { accountsImagePut } from '../../care-contract.ts'

export const preparation = {
  module: new URL(import.meta.url),
  body: accountsImagePut.body,
  prepare({ image }: z.output<typeof accountsImagePut.body>) {
    return { picture: pictureBytes(image) }
  },
}
