import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import { pictureCallerOf, pictureDecoder } from '#platform/media/decode.ts'
import { work } from './encode-picture.ts'

/**
 * Stores the caller's picture. It is decoded, cropped to a square and re-encoded, which removes everything else in
 * the file (location, a second format behind the first).
 */
export async function setPicture(
  context: Context,
  file: Buffer,
): Promise<Result<{ imageUrl: string }, ErrorCode>> {
  const { actor } = context
  if (actor.kind !== 'customer') return fail('Unauthenticated')
  const encoded = await pictureDecoder.decode(pictureCallerOf(actor), file, work, null)
  if (!encoded.ok) return encoded
  const content = Buffer.from(encoded.value)
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
