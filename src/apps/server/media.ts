/** `/media`: pictures from the data directory or the configured object store. */
import { mkdirSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { fail } from '#kernel/result.ts'
import type { Config } from '#platform/config.ts'
import { shownAnywhere } from '#platform/http/public-picture.ts'
import { sendFailure } from '#platform/http/send.ts'
import { contentTypeOf } from '#platform/media/copy-media.ts'
import { openObjectStore, type MediaFile, type ObjectStore } from '#platform/media/object-store.ts'

export const mediaSeconds = 86_400
/** Limit per process: enough for the pictures of some hundred shows. */
const cacheBytesMax = 64 * 1024 * 1024
const pathPattern = /^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$/

const limits = {
  maxSize: cacheBytesMax,
  sizeCalculation: ({ content }: MediaFile) => content.length + 1,
}

/** Reads a picture by its path below `/media/`; undefined if there is none, or the path is not of a picture's form. */
export type ReadPicture = (path: string) => Promise<MediaFile | undefined>

/** Serves pictures from memory, where the last used ones are kept. Returns their reader. */
export function registerMedia(app: FastifyInstance, config: Config): ReadPicture {
  const store = openObjectStore(config)
  const readAny = store ? fromStore(store) : fromFolder(resolve(config.DATA_DIR, 'media'))
  const read: ReadPicture = async (path) => (pathPattern.test(path) ? readAny(path) : undefined)
  servePictures(app, read)
  return read
}

/** Pictures are named by a content hash, so a cached one is valid until it is evicted. */
function fromStore(store: ObjectStore): ReadPicture {
  const kept = new LRUCache<string, MediaFile>({
    ...limits,
    fetchMethod: async (path) => (await store.read(path)) ?? undefined,
  })
  return (path) => kept.fetch(path)
}

/** A file is read again when its size or time has changed. */
function fromFolder(root: string): ReadPicture {
  mkdirSync(root, { recursive: true })
  const kept = new LRUCache<string, MediaFile>(limits)
  return async (path) => {
    const file = join(root, path)
    // Missing, below a file, or with too long a name.
    const found = await stat(file).catch(() => undefined)
    if (!found?.isFile()) return undefined
    const etag = `W/"${found.size.toString(16)}-${found.mtimeMs.toString(16)}"`
    const known = kept.get(path)
    if (known?.etag === etag) return known
    const picture = { content: await readFile(file), contentType: contentTypeOf(path), etag }
    kept.set(path, picture)
    return picture
  }
}

function servePictures(app: FastifyInstance, read: ReadPicture): void {
  app.get<{ Params: { '*': string } }>('/media/*', async (request, reply) => {
    const path = request.params['*']
    let file: MediaFile | undefined
    try {
      file = await read(path)
    } catch (error) {
      request.log.warn({ err: error }, 'pictures cannot be read')
      return sendFailure(reply, fail('ServiceUnavailable'), 'en')
    }
    if (!file) return sendFailure(reply, fail('NotFound'), 'en')
    reply
      .header('cache-control', `public, max-age=${mediaSeconds}`)
      .header('etag', file.etag)
      .header('x-content-type-options', 'nosniff')
      .header(...shownAnywhere)
    if (request.headers['if-none-match'] === file.etag) return reply.code(304).send()
    return reply.type(file.contentType).send(file.content)
  })
}
