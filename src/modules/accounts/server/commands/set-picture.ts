import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'

const side = 256
/** A small file can decode to a huge picture; pictures with more pixels are not decoded. */
const pixelsMax = 40_000_000
const formats = new Set(['jpeg', 'png', 'webp'])

/**
 * Stores the caller's picture. It is decoded, cropped to a square and re-encoded, which removes everything else in
 * the file (location, a second format behind the first).
 */
export async function setPicture(
  context: Context,
  base64: string,
): Promise<Result<{ imageUrl: string }, ErrorCode>> {
  const { actor } = context
  if (actor.kind !== 'customer') return fail('Unauthenticated')
  const content = await encodeAnew(Buffer.from(base64, 'base64'))
  if (content === null) return fail('PictureInvalid')
  const now = context.clock.now()
  await context.db
    .insertInto('customer_picture')
    .values({ customer_id: actor.customerId, content, updated_at: now })
    .onConflict((conflict) =>
      conflict.column('customer_id').doUpdateSet({ content, updated_at: now }),
    )
    .execute()
  return ok({ imageUrl: `/v2/auth/picture?v=${now.getTime()}` })
}

async function encodeAnew(file: Buffer): Promise<Buffer | null> {
  try {
    const { default: sharp } = await import('sharp')
    const image = sharp(file, { limitInputPixels: pixelsMax, failOn: 'error', animated: false })
    const { format } = await image.metadata()
    if (!format || !formats.has(format)) return null
    return await image
      .rotate()
      .resize(side, side, { fit: 'cover', position: 'attention' })
      .webp({ quality: 82 })
      .toBuffer()
  } catch {
    return null
  }
}

export async function removePicture(context: Context): Promise<Result<{ done: true }, ErrorCode>> {
  const { actor } = context
  if (actor.kind !== 'customer') return fail('Unauthenticated')
  await context.db
    .deleteFrom('customer_picture')
    .where('customer_id', '=', actor.customerId)
    .execute()
  return ok({ done: true })
}

/** The caller's own picture, or null. */
export async function readPicture(context: Context): Promise<Buffer | null> {
  const { actor } = context
  if (actor.kind !== 'customer') return null
  const row = await context.db
    .selectFrom('customer_picture')
    .select('content')
    .where('customer_id', '=', actor.customerId)
    .executeTakeFirst()
  return row?.content ?? null
}
