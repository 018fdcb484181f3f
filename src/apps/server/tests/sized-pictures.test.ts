/**
 * Goal: pages get pictures in the widths that they show, whoever uploaded them; nobody can have more made than these, and
 * nothing that is not a picture is decoded. Method: pictures in a folder and in the database, asked for over HTTP.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerMedia, type ReadPicture } from '#apps/server/media.ts'
import { registerSizedPictures } from '#apps/server/sized-pictures.ts'
import { pictureWidths } from '#kernel/picture-widths.ts'
import { readConfig } from '#platform/config.ts'
import { PictureDecoder } from '#platform/media/decode.ts'
import { readPictureHead } from '#platform/media/picture-head.ts'
import { PictureSizes } from '#platform/media/picture-sizes.ts'
import { openTestContext, type TestContext } from '../../../../tests/support/context.ts'
import { testDatabase } from '../../../../tests/support/database.ts'

let folder: string
let context: TestContext
let app: FastifyInstance
let poster: Buffer
/** How often the original of an uploaded picture was read. */
let readCount = 0

const digest = 'a'.repeat(40)
const uploaded = `/v2/show-pictures/${digest}`

beforeAll(async () => {
  context = await openTestContext((await testDatabase()).url)
  folder = await mkdtemp(path.join(tmpdir(), 'sizes-'))
  await mkdir(path.join(folder, 'media', 'shows'), { recursive: true })
  poster = await sharp({
    create: {
      width: 720,
      height: 960,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .webp()
    .toBuffer()
  const files: Readonly<Record<string, Buffer | string>> = {
    'media/shows/carmen-1.webp': poster,
    'media/shows/drawing-1.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'media/shows/bomb-1.png': bomb(),
    'media/shows/lying-1.webp': lying(poster),
    'secret.webp': poster,
  }
  for (const [name, content] of Object.entries(files))
    await writeFile(path.join(folder, name), content)
  app = open(new PictureSizes(context))
})
afterAll(async () => {
  await app?.close()
  await context?.close()
  await rm(folder, { recursive: true, force: true })
})

function open(sizes: PictureSizes): FastifyInstance {
  const server = fastify()
  const readMedia: ReadPicture = registerMedia(server, readConfig({ DATA_DIR: folder }))
  registerSizedPictures(server, {
    sizes,
    readMedia,
    digestPictures: [
      {
        prefix: '/v2/show-pictures/',
        async read(asked) {
          readCount += 1
          return asked === digest ? poster : null
        },
      },
    ],
  })
  return server
}

/** A head that announces 900 million pixels, of which there are none. */
function bomb(): Buffer {
  const head = Buffer.alloc(33)
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(head)
  head.writeUInt32BE(30_000, 16)
  head.writeUInt32BE(30_000, 20)
  head.writeUInt8(8, 24)
  head.writeUInt8(6, 25)
  return head
}

/** A picture whose first lines say that it is larger than it is. */
function lying(picture: Buffer): Buffer {
  const head = Buffer.from(picture)
  const lossy = head.toString('latin1', 12, 16) === 'VP8 '
  if (lossy) head.writeUInt16LE(1_440, 26)
  return head
}

const asked = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

test.each(['/media/shows/carmen-1.webp', uploaded])(
  'a picture of 720 pixels is answered in each width: %s',
  async (address) => {
    const bytes: number[] = []
    for (const width of pictureWidths) {
      const answer = await asked(`/media/w/${width}${address}`)
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/webp'])
      expect(readPictureHead(answer.rawPayload)).toMatchObject({
        width,
        height: Math.round((width * 960) / 720),
      })
      expect(answer.headers['x-content-type-options']).toBe('nosniff')
      expect(answer.headers['cross-origin-resource-policy']).toBe('cross-origin')
      const again = { 'if-none-match': String(answer.headers.etag) }
      expect((await asked(`/media/w/${width}${address}`, again)).statusCode).toBe(304)
      bytes.push(answer.rawPayload.length)
    }
    expect(bytes[0]).toBeLessThan((bytes[1] ?? 0) / 2)
    expect(bytes[1]).toBeLessThan((bytes[2] ?? 0) / 2)
  },
)

test('what is named by its content is kept for ever; a file may be replaced under its name', async () => {
  const forEver = await asked(`/media/w/160${uploaded}`)
  expect(forEver.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  const address = '/media/w/160/media/shows/carmen-1.webp'
  const first = await asked(address)
  expect(first.headers['cache-control']).toBe('public, max-age=86400')
  const other = await sharp(poster).negate().toBuffer()
  await writeFile(path.join(folder, 'media/shows/carmen-1.webp'), other)
  const second = await asked(address)
  expect(second.headers.etag).not.toBe(first.headers.etag)
  expect(second.rawPayload.equals(first.rawPayload)).toBe(false)
})

test('a size is made once for all processes', async () => {
  await asked(`/media/w/360${uploaded}`)
  const before = readCount
  const refusing = new PictureDecoder({ waitingMax: -1 })
  const other = open(new PictureSizes(context, refusing))
  const answer = await other.inject(`/media/w/360${uploaded}`)
  expect(readPictureHead(answer.rawPayload)?.width).toBe(360)
  expect(readCount).toBe(before)
  await other.close()
})

test('several who ask at once wait for the same one, and the original stands in while too many are made', async () => {
  const { db } = context
  await db.deleteFrom('picture_size').execute()
  const busy = open(new PictureSizes(context, new PictureDecoder({ waitingMax: -1 })))
  const instead = await busy.inject(`/media/w/160${uploaded}`)
  expect(instead.rawPayload.equals(poster)).toBe(true)
  expect(instead.headers['cache-control']).toBe('public, max-age=60')
  await busy.close()
  // Room for one that is decoded, and one that waits.
  const sizes = new PictureSizes(context, new PictureDecoder({ waitingMax: 1 }))
  const fresh = open(sizes)
  const before = readCount
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => fresh.inject(`/media/w/160${uploaded}`)),
  )
  expect(new Set(answers.map(({ rawPayload }) => readPictureHead(rawPayload)?.width))).toEqual(
    new Set([160]),
  )
  expect(readCount - before).toBe(1)
  expect(instead.headers.etag).not.toBe(answers[0]?.headers.etag)
  await fresh.close()
})

test.each([
  '/media/w/161/media/shows/carmen-1.webp',
  '/media/w/0360/media/shows/carmen-1.webp',
  '/media/w/3.6e2/media/shows/carmen-1.webp',
  '/media/w/-160/media/shows/carmen-1.webp',
  '/media/w/99999/media/shows/carmen-1.webp',
  '/media/w/160/media/shows/nothing.webp',
  '/media/w/160/media/..%2fsecret.webp',
  '/media/w/160/media/%2e%2e/secret.webp',
  '/media/w/160/secret.webp',
  '/media/w/160//media/shows/carmen-1.webp',
  `/media/w/160/v2/show-pictures/${'b'.repeat(40)}`,
  `/media/w/160/v2/show-pictures/${digest}/x`,
  '/media/w/160/v2/show-pictures/a%27%20or%201=1',
  '/media/w/160/v2/auth/picture',
  '/media/w/160/https://example.com/a.webp',
  '/media/w/160/media/w/160/media/shows/carmen-1.webp',
])('answers a coded error for %s, and makes nothing', async (url) => {
  const { db } = context
  const count = async () => (await db.selectFrom('picture_size').select('width').execute()).length
  const before = await count()
  const answer = await asked(url)
  expect([answer.statusCode, answer.json().error.code]).toEqual([404, 'NotFound'])
  expect(await count()).toBe(before)
})

test.each(['drawing-1.svg', 'bomb-1.png', 'lying-1.webp'])(
  'what cannot be made narrower is answered as it is: %s',
  async (name) => {
    const { db } = context
    const count = async () => (await db.selectFrom('picture_size').select('width').execute()).length
    const before = await count()
    const original = await asked(`/media/shows/${name}`)
    const answer = await asked(`/media/w/360/media/shows/${name}`)
    expect(answer.statusCode).toBe(200)
    expect(answer.rawPayload.equals(original.rawPayload)).toBe(true)
    expect(answer.headers['content-type']).toBe(original.headers['content-type'])
    expect(await count()).toBe(before)
  },
)
