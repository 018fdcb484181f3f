/** Suspension of a carrier family's sales for maintenance. */
import type { Brand } from '#modules/timetable/shapes.ts'
import type { Context } from '#platform/context.ts'
import { isSwitchOn } from '#platform/switches.ts'

/** Whether the maintenance switch of a carrier family is on. Places already held can still be paid. */
export function isSuspended(context: Context, brand: Brand): Promise<boolean> {
  return isSwitchOn(context, `${brand}-maintenance`)
}
