import type { ErrorCode } from '#contract/errors.ts'
import { ok, type Result } from '#kernel/result.ts'
import { writeQueue, type QueueToWrite } from '#modules/queue/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { logOperatorAction } from '#platform/operator-log.ts'
import { subjectOf } from '../subjects.ts'

/** Puts a line before a show, or changes it, and writes down who did. */
export function saveQueue(
  context: Context,
  queue: QueueToWrite,
): Promise<Result<{ id: number }, ErrorCode>> {
  return inTransaction<Result<{ id: number }, ErrorCode>>(context, async (inside) => {
    const subject = await subjectOf(inside, [], { showId: queue.showId })
    if (!subject.ok) return subject
    await writeQueue(inside, queue)
    const { showId, ...detail } = queue
    const action = 'rulebook.change-waiting-room'
    await logOperatorAction(inside, { action, subject: `show ${showId}`, detail })
    return ok({ id: showId })
  })
}
