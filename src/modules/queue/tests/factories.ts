import type { Context } from '#platform/context.ts'
import { subjectOfShow, type QueueSubject } from '../server/public-api.ts'

/** A queue for a show or for items of another source; processes see it a second later. Returns its number. */
export async function makeQueue(
  context: Context,
  about: number | QueueSubject,
  options: {
    admittedMax: number
    admittedMinutes?: number
    idleSeconds?: number
    asksPhone?: boolean
  },
): Promise<number> {
  const { source, groupId, itemId } = typeof about === 'number' ? subjectOfShow(about) : about
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
