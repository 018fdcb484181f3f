/**
 * Goal: a caller that refuses the plain form gets none, whatever it asks for. Method: calls, files and pages of one server
 * with different `Accept-Encoding` headers.
 */
import { Readable } from 'node:stream'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerEncodings } from '../encodings.ts'
import { encodedOnce, encodingOf } from '../page-cache.ts'

const app = Fastify()
const words = 'a text '.repeat(40)

beforeAll(async () => {
  registerEncodings(app)
  app.get('/call', async () => ({ words }))
  app.get('/bytes', (_request, reply) => reply.header('etag', '"plain"').send(Buffer.from(words)))
  app.get('/stream', (_request, reply) => reply.send(Readable.from([words])))
  app.get('/coded', (_request, reply) => reply.header('content-encoding', 'br').send('coded'))
  app.get('/nothing', (_request, reply) => reply.code(204).send())
  await app.ready()
})
afterAll(() => app.close())

const ask = (url: string, accepts: string, method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({ method, url, headers: { 'accept-encoding': accepts } })

test.each([
  ['gzip, identity;q=0', 'gzip', gunzipSync],
  ['*;q=0, br', 'br', brotliDecompressSync],
  ['zstd, identity;q=0', 'zstd', zstdDecompressSync],
] as const)('%s: every answer is coded', async (accepts, coding, decode) => {
  for (const url of ['/call', '/bytes', '/stream']) {
    const answer = await ask(url, accepts)
    expect(answer.headers, url).toMatchObject({
      'content-encoding': coding,
      vary: 'accept-encoding',
    })
    expect(answer.headers['etag'], url).toBeUndefined()
    expect(decode(answer.rawPayload).toString(), url).toContain(words)
  }
  expect((await ask('/coded', accepts)).body).toBe('coded')
  expect((await ask('/nothing', accepts)).statusCode).toBe(204)
  expect((await ask('/call', accepts, 'HEAD')).statusCode).toBe(200)
})

test.each(['identity;q=0', '*;q=0', 'identity;q=0, br;q=0', 'deflate, identity;q=0'])(
  '%s: there is nothing to answer with',
  async (accepts) => {
    const answer = await ask('/call', accepts)
    expect(answer.statusCode).toBe(406)
    expect(answer.json()).toMatchObject({ error: { code: 'NotAcceptable' } })
  },
)

test.each(['', 'identity', 'gzip', 'gzip;q=0', 'br;q=0.5, identity'])(
  '%j: the plain form stays as it is',
  async (accepts) => {
    const answer = await ask('/bytes', accepts)
    expect(answer.body).toBe(words)
    expect(answer.headers).toMatchObject({ etag: '"plain"' })
    expect(answer.headers['content-encoding']).toBeUndefined()
  },
)

test('pages keep to the same weights', async () => {
  expect(encodingOf('br;q=0, gzip')).toBe('gzip')
  expect(encodingOf('br;q=0, gzip;q=0')).toBeNull()
  const page = Buffer.from(words)
  expect((await encodedOnce(page, 'zstd;q=0, gzip')).encoding).toBe('gzip')
  expect((await encodedOnce(page, 'zstd, gzip')).encoding).toBe('zstd')
  expect((await encodedOnce(page, 'br, identity;q=0')).encoding).toBe('br')
  expect((await encodedOnce(page, 'gzip;q=0')).encoding).toBeNull()
})
