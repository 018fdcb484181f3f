import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'

const root = fileURLToPath(new URL('../../..', import.meta.url))
/** Accepted pictures, reduced to one pixel for each block. */
const accepted = path.join(root, 'tests/e2e/pictures')
/** Whole pictures: accepted ones to be looked at, and others with the blocks that differ outlined. */
const taken = path.join(root, '.cache/reports/pictures')

/** Whether this run replaces the accepted pictures: `npm run journey -- kit --accept`. */
const isAccepting = process.env['JOURNEY_ACCEPT'] !== undefined

/**
 * Pixels on a side of a block, of which only the mean colour is compared. Letters look different in each version of a browser;
 * in blocks of this size such a difference is at most one block of a picture, while a colour, a border, an icon, a space or a
 * weight that changes is several.
 */
const blockSize = 24
/** Difference of a block in red, green or blue, of 255, from which on it counts. */
const differenceMin = 20
/** Blocks of a picture that may differ. */
const differentMax = 1

interface Blocks {
  /** Red, green and blue of each block, row by row. */
  readonly colours: Uint8Array
  readonly width: number
  readonly height: number
}

/**
 * Compares an element, or the window, with its accepted picture. Returns null if they agree, and otherwise what differs
 * and where the picture was written. A page that is still being drawn is waited for.
 */
export async function comparePicture(what: Locator | Page, name: string): Promise<string | null> {
  const file = path.join(accepted, `${name}.png`)
  const expected = isAccepting ? null : await readBlocks(file)
  if (!isAccepting && !expected) return `${name}: no picture has been accepted yet`
  for (let attempt = 1; ; attempt += 1) {
    const picture = await take(what)
    const blocks = await blocksOf(picture)
    const compared = expected ?? (await blocksOf(await take(what)))
    const places = differentPlaces(blocks, compared)
    const isSameSize = blocks.width === compared.width && blocks.height === compared.height
    if (isSameSize && places.length <= differentMax) {
      if (isAccepting) await accept(file, blocks, picture)
      return null
    }
    if (attempt < attemptsMax) continue
    await write(path.join(taken, `${name}.png`), await outlined(picture, places))
    const sizes = [compared, blocks].map(({ width, height }) => `${width} × ${height}`)
    return `${name}: ${places.length} blocks differ, ${sizes.join(' before and ')} now; see ${path.relative(root, taken)}`
  }
}

const attemptsMax = 5

function take(what: Locator | Page): Promise<Buffer> {
  return what.screenshot({
    animations: 'disabled',
    caret: 'hide',
    // It lies over what is below the window in a picture that is longer.
    ...('page' in what && { style: '.sheet { visibility: hidden }' }),
  })
}

async function accept(file: string, blocks: Blocks, picture: Buffer): Promise<void> {
  await write(file, await pictureOf(blocks).png({ compressionLevel: 9 }).toBuffer())
  await write(path.join(taken, path.basename(file)), picture)
}

async function write(file: string, content: Buffer): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, content)
}

async function blocksOf(picture: Buffer): Promise<Blocks> {
  const { data, info } = await sharp(picture)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const width = Math.ceil(info.width / blockSize)
  const height = Math.ceil(info.height / blockSize)
  const sums = new Float64Array(width * height * 3)
  const counts = new Uint32Array(width * height)
  for (let y = 0; y < info.height; y += 1)
    for (let x = 0; x < info.width; x += 1) {
      const block = Math.floor(y / blockSize) * width + Math.floor(x / blockSize)
      const pixel = (y * info.width + x) * 3
      counts[block] = (counts[block] ?? 0) + 1
      for (let colour = 0; colour < 3; colour += 1)
        sums[block * 3 + colour] = (sums[block * 3 + colour] ?? 0) + (data[pixel + colour] ?? 0)
    }
  const colours = Uint8Array.from(sums, (sum, index) =>
    Math.round(sum / (counts[Math.floor(index / 3)] ?? 1)),
  )
  return { colours, width, height }
}

const pictureOf = ({ colours, width, height }: Blocks) =>
  sharp(colours, { raw: { width, height, channels: 3 } })

async function readBlocks(file: string): Promise<Blocks | null> {
  const stored = await readFile(file).catch(() => null)
  if (!stored) return null
  const { data, info } = await sharp(stored)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { colours: data, width: info.width, height: info.height }
}

/** Blocks that differ, within what both have. */
function differentPlaces(now: Blocks, before: Blocks): { x: number; y: number }[] {
  const places: { x: number; y: number }[] = []
  for (let y = 0; y < Math.min(now.height, before.height); y += 1)
    for (let x = 0; x < Math.min(now.width, before.width); x += 1) {
      const colour = (blocks: Blocks, index: number) =>
        blocks.colours[(y * blocks.width + x) * 3 + index] ?? 0
      const isDifferent = [0, 1, 2].some(
        (index) => Math.abs(colour(now, index) - colour(before, index)) >= differenceMin,
      )
      if (isDifferent) places.push({ x, y })
    }
  return places
}

function outlined(picture: Buffer, places: readonly { x: number; y: number }[]): Promise<Buffer> {
  const rectangles = places.map(
    ({ x, y }) =>
      `<rect x="${x * blockSize}" y="${y * blockSize}" width="${blockSize}" height="${blockSize}"/>`,
  )
  return sharp(picture)
    .metadata()
    .then(({ width, height }) => {
      const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"
        fill="none" stroke="red">${rectangles.join('')}</svg>`
      return sharp(picture)
        .composite([{ input: Buffer.from(drawing) }])
        .png()
        .toBuffer()
    })
}
