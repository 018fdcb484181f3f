/** `/media/w/360/…`: a picture in one of the widths that pages show; what follows is the picture's own address. */
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fail } from '#kernel/result.ts'
import { pictureWidths } from '#kernel/picture-widths.ts'
import { shownAnywhere } from '#platform/http/public-picture.ts'
import { sendFailure } from '#platform/http/send.ts'
import type { OriginalPicture, PictureSizes } from '#platform/media/picture-sizes.ts'
import { mediaSeconds, type ReadPicture } from './media.ts'

/** Pictures whose addresses contain a digest of their content, in the database. */
interface DigestPictures {
  /** `/v2/show-pictures/` */
  readonly prefix: string
  readonly read: (digest: string) => Promise<Buffer | null>
}

const yearSeconds = 31_536_000
/** The original in place of a size that could not be made now. */
const busySeconds = 60
const digestForm = /^[a-f0-9]{40}$/
const mediaPrefix = '/media/'
const widths: ReadonlySet<string> = new Set(pictureWidths.map(String))

interface Found {
  readonly original: OriginalPicture
  readonly cacheControl: string
}

export function registerSizedPictures(
  app: FastifyInstance,
  options: {
    readonly sizes: PictureSizes
    readonly readMedia: ReadPicture
    readonly digestPictures: readonly DigestPictures[]
  },
): void {
  app.get<{ Params: { width: string; '*': string } }>(
    '/media/w/:width/*',
    async (request, reply) => {
      const { width, '*': path } = request.params
      if (!widths.has(width)) return sendFailure(reply, fail('NotFound'), 'en')
      try {
        return await answer(request, reply, Number(width), await find(options, `/${path}`))
      } catch (error) {
        request.log.warn({ err: error }, 'pictures cannot be read')
        return sendFailure(reply, fail('ServiceUnavailable'), 'en')
      }
    },
  )

  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    width: number,
    found: Found | null,
  ): Promise<FastifyReply> {
    const picture = found && (await options.sizes.read(found.original, width))
    if (!picture) return sendFailure(reply, fail('NotFound'), 'en')
    const { content, contentType, isFinal } = picture
    const etag = `"${found.original.key}-${isFinal ? width : 0}"`
    reply
      .header('cache-control', isFinal ? found.cacheControl : `public, max-age=${busySeconds}`)
      .header('etag', etag)
      .header('x-content-type-options', 'nosniff')
      .header(...shownAnywhere)
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.type(contentType).send(content)
  }
}

async function find(
  {
    readMedia,
    digestPictures,
  }: { readonly readMedia: ReadPicture; readonly digestPictures: readonly DigestPictures[] },
  address: string,
): Promise<Found | null> {
  const source = digestPictures.find(({ prefix }) => address.startsWith(prefix))
  if (source) {
    const digest = address.slice(source.prefix.length)
    return digestForm.test(digest) ? ofDigest(source, digest) : null
  }
  if (!address.startsWith(mediaPrefix)) return null
  const path = address.slice(mediaPrefix.length)
  const file = await readMedia(path)
  if (!file) return null
  // A file may be replaced under its name.
  const key = createHash('sha1').update(`${path} ${file.etag}`).digest('hex')
  return {
    original: { key, read: async () => file },
    cacheControl: `public, max-age=${mediaSeconds}`,
  }
}

function ofDigest({ read }: DigestPictures, digest: string): Found {
  return {
    original: {
      key: digest,
      async read() {
        const content = await read(digest)
        return content && { content, contentType: 'image/webp' }
      },
    },
    cacheControl: `public, max-age=${yearSeconds}, immutable`,
  }
}
