import { createHash } from 'node:crypto'
import { fail, ok, type Result } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import { decodedBytesMax } from '#platform/media/decode.ts'
import { readPictureHead } from '#platform/media/picture-head.ts'
import type { PlanScope } from '../scope.ts'
import { insertPicture, readPlanRow } from '../store.ts'

const bytesMax = 2 * 1024 * 1024

export async function savePicture(
  context: Context,
  scope: PlanScope,
  picture: { readonly planId: number; readonly content: Uint8Array },
): Promise<Result<{ readonly digest: string }, 'NotFound' | 'PlanPictureNotTaken'>> {
  const plan = await readPlanRow(context, scope, picture.planId)
  if (!plan) return fail('NotFound')
  const content = Buffer.from(picture.content)
  // Detected by the first bytes, not by the file name. It is decoded by browsers of colleagues and operators.
  const head = readPictureHead(content)
  if (head === null || content.length > bytesMax || head.decodedBytes > decodedBytesMax)
    return fail('PlanPictureNotTaken')
  const digest = createHash('sha256').update(content).digest('hex').slice(0, 40)
  await insertPicture(context, {
    planId: plan.planId,
    digest,
    contentType: head.contentType,
    content,
  })
  return ok({ digest })
}
