import { access, mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import sharp from 'sharp'
import { colourOfPicture } from '#platform/picture-colour.ts'
import { categories } from '../content/platform.ts'
import type { ShowSeed } from '../content/types.ts'
import { artOf } from './art.ts'
import { drawPoster } from './draw.ts'
import { posterFiles } from './formats.ts'

/** WebP settings, tried in order until the file is small enough: from fast to thorough. */
const attempts = [
  { quality: 76, effort: 1 },
  { quality: 70, effort: 4 },
  { quality: 50, effort: 4 },
  { quality: 30, effort: 4 },
]
const bytesMax = 60_000

/** Draws missing pictures as WebP into `shows/` of the media directory. */
export async function renderPosters(
  shows: readonly ShowSeed[],
  mediaDirectory: string,
): Promise<void> {
  const folder = join(mediaDirectory, 'shows')
  await mkdir(folder, { recursive: true })
  for (const show of shows) {
    await Promise.all(
      posterFiles(show).map(async (format) => {
        await writePicture(join(folder, basename(format.path)), () =>
          drawPoster(show, artOf(show.slug), format, captionOf(show)),
        )
      }),
    )
  }
}

/** The most saturated colour of each show's motif by slug; null for greyscale motifs. */
export async function posterColours(
  shows: readonly ShowSeed[],
): Promise<ReadonlyMap<string, string | null>> {
  const format = { kind: 0, name: 'colour', width: 64, height: 64, hasTitle: false }
  return new Map(
    await Promise.all(
      shows.map(async (show) => {
        const drawing = drawPoster(show, artOf(show.slug), format, '')
        return [show.slug, await colourOfPicture(Buffer.from(drawing))] as const
      }),
    ),
  )
}

/** Writes an SVG as WebP unless the file exists. */
export async function writePicture(file: string, draw: () => string): Promise<void> {
  if (!(await isThere(file))) await writeFile(file, await webpOf(draw()))
}

async function webpOf(svg: string): Promise<Buffer> {
  const { data, info } = await sharp(Buffer.from(svg))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  let file = Buffer.alloc(0)
  for (const attempt of attempts) {
    file = await sharp(data, { raw: info }).webp(attempt).toBuffer()
    if (file.length <= bytesMax) break
  }
  return file
}

function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}

/** The first performer, otherwise the subcategory. */
function captionOf(show: ShowSeed): string {
  const subcategory = categories
    .flatMap((category) => category.subcategories)
    .find(({ slug }) => slug === show.subcategory)
  return show.performers[0]?.name.ka ?? subcategory?.name.ka ?? ''
}
