/**
 * Goal: uploaded pictures take a bounded memory, whoever sends them and by whichever call. Method: heads of pictures
 * with huge sizes, many pictures at once, and work that never ends in the process that decodes.
 */
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { decodedBytesMax, PictureDecoder, sideMax } from '../decode.ts'
import { readPictureHead } from '../picture-head.ts'
import { work } from './timed-work.ts'

/** The head of a PNG with any size; nothing else of it is ever read. */
function pngOf(width: number, height: number, depth: number, colour: number): Buffer {
  const head = Buffer.alloc(64)
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(head)
  head.writeUInt32BE(width, 16)
  head.writeUInt32BE(height, 20)
  head.set([depth, colour], 24)
  return head
}

const square = sharp({ create: { width: 4, height: 4, channels: 4, background: '#a12' } })
const small = await square.png().toBuffer()
const decoders: PictureDecoder[] = []

function decoderWith(limits: ConstructorParameters<typeof PictureDecoder>[0]): PictureDecoder {
  const decoder = new PictureDecoder({ idleMilliseconds: 100, ...limits })
  decoders.push(decoder)
  return decoder
}

describe('the head of a picture', () => {
  test.each(['jpeg', 'png', 'webp'] as const)('of %s says its size', async (format) => {
    const picture = sharp({ create: { width: 321, height: 45, channels: 3, background: '#a12' } })
    for (const options of [{}, { progressive: true }, { lossless: true }]) {
      const file = await picture.clone().toFormat(format, options).toBuffer()
      expect(readPictureHead(file)).toMatchObject({
        contentType: `image/${format}`,
        width: 321,
        height: 45,
      })
    }
  })

  test('counts depth, transparency and what a progressive picture keeps', async () => {
    expect(readPictureHead(pngOf(6_300, 6_300, 16, 6))?.decodedBytes).toBe(6_300 * 6_300 * 8)
    const picture = sharp({ create: { width: 40, height: 30, channels: 3, background: '#a12' } })
    const bytesOf = async (progressive: boolean) =>
      readPictureHead(await picture.clone().jpeg({ progressive }).toBuffer())?.decodedBytes
    expect(await bytesOf(false)).toBe(40 * 30 * 3)
    expect(await bytesOf(true)).toBe(40 * 30 * 6)
  })

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['a picture without pixels', pngOf(0, 10, 8, 6)],
    [
      'a JPEG of empty segments',
      Buffer.concat([Buffer.from('ffd8', 'hex'), Buffer.alloc(99, 255)]),
    ],
    ['a JPEG that ends in a segment', Buffer.from('ffd8ffe0ffff4a464946', 'hex')],
    ['a WebP of another kind', Buffer.from(`RIFF....WEBPABCD${'.'.repeat(40)}`)],
    ['an SVG drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ])('refuses %s', (_name, file) => {
    expect(readPictureHead(file)).toBeNull()
  })
})

test('a picture that decodes to too much is refused before there is a process', async () => {
  const decoder = decoderWith({})
  const bomb = pngOf(6_300, 6_300, 16, 6)
  expect(await decoder.decode('a', bomb, work, 'pause')).toMatchObject({ code: 'PictureTooLarge' })
  const largest = pngOf(decodedBytesMax / 4 + 1, 1, 8, 6)
  expect(await decoder.decode('a', largest, work, 'pause')).toMatchObject({
    code: 'PictureTooLarge',
  })
  for (const [width, height] of [
    [1, sideMax + 1],
    [sideMax + 1, 1],
  ] as const)
    expect(await decoder.decode('a', pngOf(width, height, 1, 0), work, 'pause')).toMatchObject({
      code: 'PictureTooLarge',
    })
  expect(decoder.processId).toBeUndefined()
})

test('a picture whose head was read otherwise than its decoder reads it is refused', async () => {
  const decoder = decoderWith({})
  const plain = sharp({ create: { width: 900, height: 700, channels: 3, background: '#a12' } })
  const honest = await plain.jpeg().toBuffer()
  expect(await decoder.decode('a', honest, work, 'pause')).toMatchObject({ ok: true })
  // A marker without a length: what follows is the picture for decoders, and a length for a reader of segments, behind
  // which there is another, small head.
  const lying = Buffer.concat([
    Buffer.from('ffd8ffd0', 'hex'),
    honest.subarray(2),
    Buffer.alloc(70_000),
  ])
  Buffer.from('ffc0001108000a000a03011100021101031101', 'hex').copy(
    lying,
    4 + lying.readUInt16BE(4),
  )
  expect((await sharp(lying).metadata()).width).toBe(900)
  expect(readPictureHead(lying)).toMatchObject({ width: 10, height: 10 })
  expect(await decoder.decode('a', lying, work, 'pause')).toMatchObject({ code: 'PictureInvalid' })
})

test.each(['jpeg', 'png', 'webp'] as const)(
  'a turned %s and one with frames is decoded',
  async (format) => {
    const decoder = decoderWith({})
    const picture = sharp({ create: { width: 30, height: 20, channels: 3, background: '#a12' } })
    const turned = await picture
      .clone()
      .withMetadata({ orientation: 6 })
      .toFormat(format)
      .toBuffer()
    expect(await decoder.decode('a', turned, work, 'pause')).toMatchObject({ ok: true })
    if (format !== 'webp') return
    const raw = Buffer.alloc(30 * 40 * 3, Buffer.from([1, 2, 3, 9]))
    const options = { raw: { width: 30, height: 40, channels: 3, pageHeight: 20 } } as const
    const frames = await sharp(raw, options).webp().toBuffer()
    expect(await decoder.decode('a', frames, work, 'pause')).toMatchObject({ ok: true })
  },
)

test('of forty pictures of as many callers one is decoded at a time elsewhere, few wait, the rest are refused', async () => {
  const decoder = decoderWith({ waitingMax: 12 })
  const results = await Promise.all(
    Array.from({ length: 40 }, (_, index) => decoder.decode(`${index}`, small, work, 'pause')),
  )
  const done = results.flatMap((result) => (result.ok ? [result.value] : []))
  expect(done).toHaveLength(13)
  expect(results.filter((result) => !result.ok).map((result) => result.code)).toEqual(
    Array.from({ length: 27 }, () => 'TooManyRequests'),
  )
  expect(new Set(done.map(({ processId }) => processId)).size).toBe(1)
  expect(done[0]?.processId).not.toBe(process.pid)
  for (const [index, { from }] of done.entries())
    if (index > 0) expect(from).toBeGreaterThanOrEqual(done[index - 1]?.to ?? Infinity)
  expect(done[0]?.settings).not.toContain('DATABASE_URL')
  expect(await decoder.decode('1', small, work, 'pause')).toMatchObject({ ok: true })
})

test('one caller leaves room for the others', async () => {
  const decoder = decoderWith({ waitingPerCallerMax: 2 })
  const many = Array.from({ length: 40 }, () => decoder.decode('greedy', small, work, 'pause'))
  const other = decoder.decode('other', small, work, 'pause')
  expect((await Promise.all(many)).filter(({ ok }) => ok)).toHaveLength(3)
  expect(await other).toMatchObject({ ok: true })
})

test('a picture that never ends, or ends the process, costs its caller only', async () => {
  const decoder = decoderWith({ millisecondsMax: 400 })
  const hanging = decoder.decode('a', small, work, 'hang')
  const next = decoder.decode('b', small, work, 'end')
  expect(await hanging).toMatchObject({ code: 'PictureInvalid' })
  expect(await next).toMatchObject({ code: 'PictureInvalid' })
  const patient = decoderWith({})
  const ended = patient.decode('a', small, work, 'end')
  const after = patient.decode('b', small, work, 'pause')
  expect(await ended).toMatchObject({ code: 'PictureInvalid' })
  expect(await after).toMatchObject({ ok: true })
})

test('processes end when nothing is decoded any more', async () => {
  await expect.poll(() => decoders.every(({ processId }) => processId === undefined)).toBe(true)
})
