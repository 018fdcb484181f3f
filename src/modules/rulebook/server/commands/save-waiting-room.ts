import type { ErrorCode } from '#contract/errors.ts'
import { ok, type Result } from '#kernel/result.ts'
import { writeRoom, type RoomToWrite } from '#modules/waitingroom/server/door.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { logOperatorAction } from '#platform/operator-log.ts'
import { subjectOf } from '../subjects.ts'

/** Puts a line before a show, or changes it, and writes down who did. */
export function saveWaitingRoom(
  context: Context,
  room: RoomToWrite,
): Promise<Result<{ id: number }, ErrorCode>> {
  return inTransaction<Result<{ id: number }, ErrorCode>>(context, async (inside) => {
    const subject = await subjectOf(inside, { showId: room.showId })
    if (!subject.ok) return subject
    await writeRoom(inside, room)
    const { showId, ...detail } = room
    const action = 'rulebook.change-waiting-room'
    await logOperatorAction(inside, { action, subject: `show ${showId}`, detail })
    return ok({ id: showId })
  })
}
