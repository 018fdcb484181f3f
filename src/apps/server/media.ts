/** `/media`: pictures from the data directory or the configured object store. */
import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { fail } from '#kernel/result.ts'
import type { Config } from '#platform/config.ts'
import { sendFailure } from '#platform/http/send.ts'
import { openObjectStore, type MediaFile, type ObjectStore } from '#platform/media/object-store.ts'

const maxAgeSeconds = 86_400
/** Limit per process: enough for the pictures of some hundred shows. */
const cacheBytesMax = 64 * 1024 * 1024
const pathPattern = /^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$/

export async function registerMedia(app: FastifyInstance, config: Config): Promise<void> {
  const store = openObjectStore(config)
  if (store) return serveStore(app, store)
  const root = resolve(config.DATA_DIR, 'media')
  mkdirSync(root, { recursive: true })
  await app.register(fastifyStatic, {
    root,
    prefix: '/media/',
    maxAge: maxAgeSeconds * 1_000,
    index: false,
    decorateReply: false,
  })
}

/** Pictures are named by a content hash, so a cached one is valid until it is evicted. */
function serveStore(app: FastifyInstance, store: ObjectStore): void {
  const kept = new LRUCache<string, MediaFile>({
    maxSize: cacheBytesMax,
    sizeCalculation: ({ content }) => content.length + 1,
    fetchMethod: async (path) => (await store.read(path)) ?? undefined,
  })
  app.get<{ Params: { '*': string } }>('/media/*', async (request, reply) => {
    const path = request.params['*']
    if (!pathPattern.test(path)) return sendFailure(reply, fail('NotFound'), 'en')
    let file: MediaFile | undefined
    try {
      file = await kept.fetch(path)
    } catch (error) {
      request.log.warn({ err: error }, 'the object store does not answer')
      return sendFailure(reply, fail('ServiceUnavailable'), 'en')
    }
    if (!file) return sendFailure(reply, fail('NotFound'), 'en')
    reply
      .header('cache-control', `public, max-age=${maxAgeSeconds}`)
      .header('etag', file.etag)
      .header('x-content-type-options', 'nosniff')
    if (request.headers['if-none-match'] === file.etag) return reply.code(304).send()
    return reply.type(file.contentType).send(file.content)
  })
}
