import { createHash } from 'node:crypto'
import { fail, ok, type Result } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'

/** Limit of decoded pixels: a small file can decompress to a huge picture. */
const pixelsMax = 40_000_000
const widthMax = 1_600
const formats: ReadonlySet<string | undefined> = new Set(['jpeg', 'png', 'webp'])

export interface SentPicture {
  readonly url: string
  readonly width: number
  readonly height: number
}

/** Re-encodes a picture, which removes all metadata, and stores it under a hash of its content. */
export async function sendPicture(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  file: Buffer,
): Promise<Result<SentPicture, 'PictureInvalid'>> {
  const encoded = await encode(file)
  if (!encoded) return fail('PictureInvalid')
  const { content, width, height } = encoded
  const digest = createHash('sha1').update(content).digest('hex')
  await db
    .insertInto('front_picture')
    .values({ digest, width, height, content, created_at: clock.now() })
    .onConflict((conflict) => conflict.column('digest').doNothing())
    .execute()
  return ok({ url: `/v2/front-pictures/${digest}`, width, height })
}

async function encode(file: Buffer) {
  try {
    const { default: sharp } = await import('sharp')
    const image = sharp(file, { limitInputPixels: pixelsMax, failOn: 'error', animated: false })
    if (!formats.has((await image.metadata()).format)) return null
    const { data, info } = await image
      .rotate()
      .resize({ width: widthMax, withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer({ resolveWithObject: true })
    return { content: data, width: info.width, height: info.height }
  } catch {
    return null
  }
}

export async function readPicture(
  { db }: Pick<Context, 'db'>,
  digest: string,
): Promise<Buffer | null> {
  const row = await db
    .selectFrom('front_picture')
    .select('content')
    .where('digest', '=', digest)
    .executeTakeFirst()
  return row?.content ?? null
}
