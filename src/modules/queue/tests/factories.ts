import type { Context } from '#platform/context.ts'

/** A queue before a show; processes see it a second later. */
export async function makeQueue(
  context: Context,
  showId: number,
  options: { admittedMax: number; admittedMinutes?: number; idleSeconds?: number },
): Promise<void> {
  await context.db
    .insertInto('waiting_room')
    .values({
      show_id: showId,
      admitted_max: options.admittedMax,
      admitted_minutes: options.admittedMinutes,
      idle_seconds: options.idleSeconds,
      updated_at: context.clock.now(),
    })
    .execute()
}
