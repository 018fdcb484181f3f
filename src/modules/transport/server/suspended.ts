/** Carriers whose sale an operator has suspended for maintenance. */
import type { Brand } from '#modules/timetable/shapes.ts'
import type { Context } from '#platform/context.ts'
import { isSwitchOn } from '#platform/switches.ts'

/** Whether the switch of maintenance of a carrier family is on. What is held already can be paid. */
export function isSuspended(context: Context, brand: Brand): Promise<boolean> {
  return isSwitchOn(context, `${brand}-maintenance`)
}
