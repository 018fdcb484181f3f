/**
 * Goal: pictures in an S3-compatible store are served as from a directory. Method: a store from a package (s3rver),
 * a directory that is copied into it, and a server without other pictures.
 */
import { createHash } from 'node:crypto'
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { AwsV4Signer } from 'aws4fetch'
import fastify, { type FastifyInstance } from 'fastify'
import S3rver from 's3rver'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerMedia } from '#apps/server/media.ts'
import { readConfig, type Config } from '#platform/config.ts'
import { copyMedia } from '#platform/media/copy-media.ts'
import { openObjectStore, type ObjectStore } from '#platform/media/object-store.ts'

let folder: string
let server: S3rver
let config: Config
let store: ObjectStore
let app: FastifyInstance

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'object-store-'))
  server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: path.join(folder, 'buckets'),
    configureBuckets: [{ name: 'media', configs: [] }],
  })
  const { port } = (await server.run()) as AddressInfo
  config = readConfig({
    MEDIA_S3_URL: `http://127.0.0.1:${port}/media`,
    MEDIA_S3_KEY_ID: 'S3RVER',
    MEDIA_S3_SECRET: 'S3RVER',
    DATA_DIR: path.join(folder, 'data'),
  })
  store = openObjectStore(config) as ObjectStore
  app = fastify()
  registerMedia(app, config)
})
afterAll(async () => {
  await app?.close()
  await server?.close().catch(() => {})
  await rm(folder, { recursive: true, force: true })
})

const picture = Buffer.from('RIFF of a picture')

test('copies the files of a directory once and serves them', async () => {
  const pictures = path.join(folder, 'pictures')
  await mkdir(path.join(pictures, 'shows'), { recursive: true })
  await writeFile(path.join(pictures, 'shows', 'swan-lake-big-1.webp'), picture)
  await writeFile(path.join(pictures, 'notes.txt'), 'no picture')
  expect(await copyMedia(pictures, store)).toBe(1)
  expect(await copyMedia(pictures, store)).toBe(0)
  const answer = await app.inject('/media/shows/swan-lake-big-1.webp')
  expect(answer.statusCode).toBe(200)
  expect(answer.rawPayload).toEqual(picture)
  expect(answer.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=86400',
  })
  const headers = { 'if-none-match': String(answer.headers.etag) }
  const again = await app.inject({ url: '/media/shows/swan-lake-big-1.webp', headers })
  expect(again.statusCode).toBe(304)
})

test('answers 404 for a missing picture and requests nothing outside the bucket', async () => {
  expect(await store.read('shows/nothing.webp')).toBeNull()
  for (const url of ['/media/shows/nothing.webp', '/media/..%2fother%2fsecret', '/media/a//b'])
    expect({ url, status: (await app.inject(url)).statusCode }).toEqual({ url, status: 404 })
})

test('fails with a key that the store does not know', async () => {
  const stranger = openObjectStore({ ...config, MEDIA_S3_KEY_ID: 'STRANGER' }) as ObjectStore
  await expect(stranger.write('x.webp', picture, 'image/webp')).rejects.toThrow('403')
})

test('signs requests as in the published AWS example', async () => {
  // The store of this test checks the key only, so the signature itself is compared with a known one.
  const signer = new AwsV4Signer({
    url: 'https://examplebucket.s3.amazonaws.com/test.txt',
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    region: 'us-east-1',
    service: 's3',
    datetime: '20130524T000000Z',
    allHeaders: true,
    headers: {
      range: 'bytes=0-9',
      'x-amz-content-sha256': createHash('sha256').digest('hex'),
    },
  })
  expect(await signer.signature()).toBe(
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  )
})

test('serves cached pictures while the store is unavailable, and 503 for others', async () => {
  await store.write('stories/one.webp', picture, 'image/webp')
  expect((await app.inject('/media/stories/one.webp')).statusCode).toBe(200)
  await server.close()
  expect((await app.inject('/media/stories/one.webp')).statusCode).toBe(200)
  expect((await app.inject('/media/stories/two.webp')).statusCode).toBe(503)
})
