import type { z } from 'zod'
import { pictureBytes } from '#platform/media/prepare-picture.ts'
import { savePlanPicture } from '../contract.ts'

export const preparation = {
  module: new URL(import.meta.url),
  body: savePlanPicture.body,
  prepare({ content }: z.output<typeof savePlanPicture.body>) {
    return { content: pictureBytes(content) }
  },
}
