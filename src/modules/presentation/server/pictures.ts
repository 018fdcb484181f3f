import { createHash } from 'node:crypto'
import { ok, type Result } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import { pictureCallerOf, pictureDecoder, type PictureRefusal } from '#platform/media/decode.ts'
import { work } from './encode-picture.ts'

export interface SentPicture {
  readonly url: string
  readonly width: number
  readonly height: number
}

/** Re-encodes a picture, which removes all metadata, and stores it under a hash of its content. */
export async function sendPicture(
  { db, clock, actor }: Pick<Context, 'db' | 'clock' | 'actor'>,
  file: Buffer,
): Promise<Result<SentPicture, PictureRefusal>> {
  const encoded = await pictureDecoder.decode(pictureCallerOf(actor), file, work, null)
  if (!encoded.ok) return encoded
  const { width, height } = encoded.value
  const content = Buffer.from(encoded.value.content)
  const digest = createHash('sha1').update(content).digest('hex')
  await db
    .insertInto('front_picture')
    .values({ digest, width, height, content, created_at: clock.now() })
    .onConflict((conflict) => conflict.column('digest').doNothing())
    .execute()
  return ok({ url: `/v2/front-pictures/${digest}`, width, height })
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
