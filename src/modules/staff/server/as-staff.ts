import { invariant } from '#kernel/result.ts'
import type { Context, StaffActor } from '#platform/context.ts'

/** The caller of a call with the credential `merchant`; the handler chain guarantees that it is staff. */
export function staffOf(context: Context): StaffActor {
  invariant(context.actor.kind === 'staff', 'a staff call is made by staff')
  return context.actor
}
