import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

/**
 * Draws the pictures that phones and messengers show for the shop from its mark. Run it after a change of
 * `public/favicon.svg`: `node tools/brand-pictures.ts`.
 */
const folder = new URL('../src/apps/web/public/', import.meta.url)

/** The paper of the light theme. */
const paper = '#f5f4f1'

export interface BrandPicture {
  readonly file: string
  readonly width: number
  readonly height: number
  /** Height of the mark in it; phones cut icons to a shape of their own. */
  readonly mark: number
}

export const brandPictures: readonly BrandPicture[] = [
  { file: 'apple-touch-icon.png', width: 180, height: 180, mark: 132 },
  { file: 'icon-192.png', width: 192, height: 192, mark: 152 },
  { file: 'icon-512.png', width: 512, height: 512, mark: 404 },
  // Its whole mark is within the circle that every shape leaves (80 %).
  { file: 'icon-maskable-512.png', width: 512, height: 512, mark: 288 },
  { file: 'share.png', width: 1200, height: 630, mark: 360 },
]

export async function drawPicture({ width, height, mark }: BrandPicture): Promise<Buffer> {
  const svg = await readFile(new URL('favicon.svg', folder))
  const drawn = await sharp(svg, { density: (72 * mark) / 32 })
    .resize({ height: mark })
    .toBuffer()
  return sharp({ create: { width, height, channels: 3, background: paper } })
    .composite([{ input: drawn, gravity: 'centre' }])
    .png({ palette: true, compressionLevel: 9 })
    .toBuffer()
}

/** An icon file with one PNG, for browsers that ask for `/favicon.ico` whatever the page names. */
export async function drawIcon(): Promise<Buffer> {
  const size = 48
  const svg = await readFile(new URL('favicon.svg', folder))
  const png = await sharp(svg, { density: (72 * size) / 32 })
    .resize(size, size)
    .png()
    .toBuffer()
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(size, 6)
  head.writeUInt8(size, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}

if (import.meta.main) {
  for (const picture of brandPictures)
    await writeFile(fileURLToPath(new URL(picture.file, folder)), await drawPicture(picture))
  await writeFile(fileURLToPath(new URL('favicon.ico', folder)), await drawIcon())
}
