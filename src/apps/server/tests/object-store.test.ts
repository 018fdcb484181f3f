/**
 * Goal: pictures in an S3-compatible store are served as from a directory. Method: a bucket that checks
 * signatures, a directory that is copied into it, and a server without other pictures.
 */
import { createHash } from 'node:crypto'
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { AwsV4Signer } from 'aws4fetch'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerMedia } from '#apps/server/media.ts'
import { readConfig, type Config } from '#platform/config.ts'
import { copyMedia } from '#platform/media/copy-media.ts'
import { openObjectStore, type ObjectStore } from '#platform/media/object-store.ts'
import { openBucket, signatureOf, type Bucket } from '../../../../tests/support/bucket.ts'

let folder: string
let bucket: Bucket
let config: Config
let store: ObjectStore
let app: FastifyInstance

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'object-store-'))
  bucket = await openBucket('media', { id: 'KEY', secret: 'a secret of the store' })
  config = readConfig({
    MEDIA_S3_URL: bucket.url,
    MEDIA_S3_KEY_ID: 'KEY',
    MEDIA_S3_SECRET: 'a secret of the store',
    DATA_DIR: path.join(folder, 'data'),
  })
  store = openObjectStore(config) as ObjectStore
  app = fastify()
  registerMedia(app, config)
})
afterAll(async () => {
  await app?.close()
  await bucket?.close()
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

test('fails with a key that the store does not know, and with a wrong secret', async () => {
  for (const wrong of [{ MEDIA_S3_KEY_ID: 'STRANGER' }, { MEDIA_S3_SECRET: 'another' }]) {
    const stranger = openObjectStore({ ...config, ...wrong }) as ObjectStore
    await expect(stranger.write('x.webp', picture, 'image/webp')).rejects.toThrow('403')
  }
})

test('signs requests as in the published AWS example', async () => {
  const published = 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41'
  const emptyDigest = createHash('sha256').digest('hex')
  const signer = new AwsV4Signer({
    url: 'https://examplebucket.s3.amazonaws.com/test.txt',
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    region: 'us-east-1',
    service: 's3',
    datetime: '20130524T000000Z',
    allHeaders: true,
    headers: { range: 'bytes=0-9', 'x-amz-content-sha256': emptyDigest },
  })
  expect(await signer.signature()).toBe(published)
  // The store of this test computes signatures by itself.
  const computed = signatureOf({
    method: 'GET',
    path: '/test.txt',
    headers: [
      ['host', 'examplebucket.s3.amazonaws.com'],
      ['range', 'bytes=0-9'],
      ['x-amz-content-sha256', emptyDigest],
      ['x-amz-date', '20130524T000000Z'],
    ],
    content: Buffer.alloc(0),
    at: '20130524T000000Z',
    contentDigest: emptyDigest,
    scope: '20130524/us-east-1/s3/aws4_request',
    secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  })
  expect(computed).toBe(published)
})

test('serves cached pictures while the store is unavailable, and 503 for others', async () => {
  await store.write('stories/one.webp', picture, 'image/webp')
  expect((await app.inject('/media/stories/one.webp')).statusCode).toBe(200)
  await bucket.close()
  expect((await app.inject('/media/stories/one.webp')).statusCode).toBe(200)
  expect((await app.inject('/media/stories/two.webp')).statusCode).toBe(503)
})
