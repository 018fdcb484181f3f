import type { ErrorCode } from '#contract/errors.ts'
import { ok, type Result } from '#kernel/result.ts'
import { subjectOfShow, writeQueue, type QueueToWrite } from '#modules/queue/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { logOperatorAction } from '#platform/operator-log.ts'
import { keyOf, invalidField, subjectOf, type DescribingSource } from '../subjects.ts'

/** A queue before a show, or before a group or an item of another source. */
export type QueueToSave = Omit<QueueToWrite, 'source' | 'groupId' | 'itemId'> & {
  readonly showId?: number
  readonly source?: string
  readonly groupId?: number
  readonly itemId?: number
}

/** Creates or updates the queue of a subject and logs the change. */
export function saveQueue(
  context: Context,
  sources: readonly DescribingSource[],
  queue: QueueToSave,
): Promise<Result<{ id: number }, ErrorCode>> {
  return inTransaction<Result<{ id: number }, ErrorCode>>(context, async (inside) => {
    const { showId, source, groupId, itemId, ...settings } = queue
    const subject = await subjectOf(inside, sources, { showId, source, groupId, itemId })
    if (!subject.ok) return subject
    if (showId === undefined && groupId === undefined && itemId === undefined)
      return invalidField('body.groupId', 'A group or an item of the source')
    const about =
      showId === undefined
        ? { source: source ?? '', groupId: groupId ?? null, itemId: itemId ?? null }
        : subjectOfShow(showId)
    const id = await writeQueue(inside, { ...settings, ...about })
    const action = 'rulebook.change-waiting-room'
    const key = keyOf(subject.value)
    await logOperatorAction(inside, { action, subject: key, detail: settings })
    return ok({ id })
  })
}
