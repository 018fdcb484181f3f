import type { FastifyInstance } from 'fastify'
import { readShowPicture } from '#modules/merchant/server/public-api.ts'
import { readFrontPicture } from '#modules/presentation/server/public-api.ts'
import type { Config } from '#platform/config.ts'
import { PictureSizes } from '#platform/media/picture-sizes.ts'
import { registerMedia } from './media.ts'
import type { Services } from './services.ts'
import { registerSizedPictures } from './sized-pictures.ts'

/** The demo's and the uploaded pictures, as they are and in the widths that pages show. */
export function registerPictures(app: FastifyInstance, config: Config, services: Services): void {
  const { systemContext } = services
  registerSizedPictures(app, {
    sizes: new PictureSizes(services.base),
    readMedia: registerMedia(app, config),
    digestPictures: [
      { prefix: '/v2/show-pictures/', read: (digest) => readShowPicture(systemContext(), digest) },
      {
        prefix: '/v2/front-pictures/',
        read: (digest) => readFrontPicture(systemContext(), digest),
      },
    ],
  })
}
