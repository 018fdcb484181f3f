/**
 * Goal: phones and messengers find the pictures of the shop that manifests and documents name, in the sizes that they name.
 * Method: the files of `public`, and one drawn anew.
 */
import { readdirSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { locales } from '#kernel/locale.ts'
import { brandPictures, drawIcon, drawPicture } from '../brand-pictures.ts'

const folder = new URL('../../src/apps/web/public/', import.meta.url)
const read = (name: string): Buffer => readFileSync(new URL(name.replace(/^\//, ''), folder))

interface Manifest {
  readonly start_url: string
  readonly scope: string
  readonly icons: readonly { readonly src: string; readonly sizes: string; readonly type: string }[]
}

test.each(locales.flatMap((locale) => [`shop-${locale}`, `scan-${locale}`]))(
  'the icons of %s have their sizes',
  async (name) => {
    const manifest = JSON.parse(read(`${name}.webmanifest`).toString()) as Manifest
    expect(manifest.start_url.startsWith(manifest.scope)).toBe(true)
    for (const { src, sizes, type } of manifest.icons) {
      const { format, width, height } = await sharp(read(src)).metadata()
      expect(type).toBe(format === 'svg' ? 'image/svg+xml' : 'image/png')
      if (sizes !== 'any') expect(`${width}x${height}`, src).toBe(sizes)
    }
  },
)

test('every picture of the shop is in its folder as it would be drawn now', async () => {
  const files = readdirSync(folder)
  for (const picture of brandPictures) {
    expect(files).toContain(picture.file)
    const { width, height } = await sharp(read(picture.file)).metadata()
    expect([width, height], picture.file).toEqual([picture.width, picture.height])
  }
  const [first] = brandPictures
  if (!first) throw new Error('there is a picture')
  const pixels = (file: Buffer) => sharp(file).removeAlpha().raw().toBuffer()
  const drawn = await pixels(await drawPicture(first))
  const kept = await pixels(read(first.file))
  const differing = drawn.filter((value, index) => Math.abs(value - (kept[index] ?? 0)) > 8)
  expect(differing.length / drawn.length).toBeLessThan(0.01)
  expect((await drawIcon()).subarray(0, 6)).toEqual(read('favicon.ico').subarray(0, 6))
})
