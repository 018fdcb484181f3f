import { access, mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
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

/** A picture of the demo and how it is drawn. */
export interface DrawnPicture {
  /** Public path, `/media/…`. */
  readonly path: string
  /** Returns the SVG document. */
  readonly draw: () => string
}

/** The pictures of shows in all formats. */
export function showPictures(
  shows: readonly ShowSeed[],
): (DrawnPicture & { readonly kind: number })[] {
  return shows.flatMap((show) =>
    posterFiles(show).map((format) => ({
      path: format.path,
      kind: format.kind,
      draw: () => drawPoster(show, artOf(show.slug), format, captionOf(show)),
    })),
  )
}

/** Draws missing pictures as WebP into the media directory, several at a time, smaller if scaled. Returns how many. */
export async function drawMissing(
  pictures: readonly DrawnPicture[],
  mediaDirectory: string,
  atATime: number,
  scale = 1,
): Promise<number> {
  let drawn = 0
  const waiting = pictures.values()
  const work = async (): Promise<void> => {
    for (const { path, draw } of waiting) {
      const file = join(mediaDirectory, path.replace('/media/', ''))
      if (await isThere(file)) continue
      await mkdir(dirname(file), { recursive: true })
      // In one step: a start that is interrupted leaves no half of a picture.
      const unfinished = `${file}.${process.pid}`
      await writeFile(unfinished, await webpOf(draw(), scale))
      await rename(unfinished, file)
      drawn += 1
    }
  }
  await Promise.all(Array.from({ length: atATime }, work))
  return drawn
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

/** Pixels of an inch of a drawing in its own size. */
const density = 72

async function webpOf(svg: string, scale: number): Promise<Buffer> {
  const { data, info } = await sharp(Buffer.from(svg), { density: density * scale })
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
