import type { Context } from '#platform/context.ts'
import { subjectOfShow, type QueueSubject } from '../server/public-api.ts'

/** Creates a queue for a show or for items of another source; processes notice it within a second. Returns its id. */
export async function makeQueue(
  context: Context,
  subject: number | QueueSubject,
  options: {
    admittedMax: number
    admittedMinutes?: number
    idleSeconds?: number
    asksPhone?: boolean
  },
): Promise<number> {
  const { source, groupId, itemId } = typeof subject === 'number' ? subjectOfShow(subject) : subject
  const { id } = await context.db
    .insertInto('waiting_room')
    .values({
      source,
      group_id: groupId,
      item_id: itemId,
      admitted_max: options.admittedMax,
      admitted_minutes: options.admittedMinutes,
      idle_seconds: options.idleSeconds,
      asks_phone: options.asksPhone,
      updated_at: context.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
