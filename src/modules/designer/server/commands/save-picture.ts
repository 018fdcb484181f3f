import { createHash } from 'node:crypto'
import { fail, ok, type Result } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import type { PlanScope } from '../scope.ts'
import { insertPicture, readPlanRow } from '../store.ts'

const bytesMax = 2 * 1024 * 1024

/** Detected by the first bytes, not by the file name. */
function contentTypeOf(content: Buffer): string | null {
  if (content.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))) return 'image/png'
  if (content.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'))) return 'image/jpeg'
  const isWebp =
    content.toString('latin1', 0, 4) === 'RIFF' && content.toString('latin1', 8, 12) === 'WEBP'
  return isWebp ? 'image/webp' : null
}

export async function savePicture(
  context: Context,
  scope: PlanScope,
  picture: { readonly planId: number; readonly content: string },
): Promise<Result<{ readonly digest: string }, 'NotFound' | 'PlanPictureNotTaken'>> {
  const plan = await readPlanRow(context, scope, picture.planId)
  if (!plan) return fail('NotFound')
  const content = Buffer.from(picture.content, 'base64')
  const contentType = contentTypeOf(content)
  if (contentType === null || content.length > bytesMax) return fail('PlanPictureNotTaken')
  const digest = createHash('sha256').update(content).digest('hex').slice(0, 40)
  await insertPicture(context, { planId: plan.planId, digest, contentType, content })
  return ok({ digest })
}
