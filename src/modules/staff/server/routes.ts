import { fail, ok } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import { requireStaff } from '#platform/http/guards.ts'
import type { LogNamer } from '#platform/log-names.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import * as calls from '../contract.ts'
import { apiKeyRoutes } from './api-keys.ts'
import { staffOf } from './as-staff.ts'
import { changeStaffPassword } from './commands/change-staff-password.ts'
import { signInStaff } from './commands/sign-in-staff.ts'
import { findStaffEvent, readGates, readGateTypes, readStaffEvents } from './queries/access.ts'
import { isOver, listAccessibleItems } from './queries/accessible-items.ts'
import { readStaffProfile, type SellerSource } from './queries/staff-profile.ts'
import { beginSecondStep } from './passkeys.ts'
import { endStaffSessions } from './sessions.ts'
import type { ChangeReverser } from './changes/reverse.ts'
import { reversalRoutes } from './reversal-routes.ts'
import { openFor, reopened, teamRoutes } from './team-routes.ts'

/** Calls for signing in, the caller's account, and the items they work at; `sellers` determine an organiser's pages. */
export const staffRoutes = (
  sellers: readonly SellerSource[] = [],
  namers: readonly LogNamer[] = [],
  reversers: readonly ChangeReverser[] = [],
): readonly Implementation[] => [
  ...teamRoutes(sellers, namers),
  ...reversalRoutes(reversers),
  ...apiKeyRoutes,
  implement(calls.merchantToken, async (context, { body }) => {
    const signedIn = await signInStaff(context, body)
    if (!signedIn.ok) return signedIn
    const secondStep = await beginSecondStep(context, signedIn.value)
    if (secondStep) return fail('PasskeyRequired', { ...secondStep })
    return openFor(context, sellers, signedIn.value)
  }),
  implement(calls.merchantProfile, requireStaff, async (context) => {
    const profile = await readStaffProfile(context, sellers, staffOf(context).staffId)
    return profile ? ok(profile) : fail('Unauthenticated')
  }),
  implement(calls.merchantPassword, requireStaff, async (context, { body }) =>
    reopened(context, await changeStaffPassword(context, context.actor, body)),
  ),
  implement(calls.ownStaffLogout, requireStaff, async (context) => {
    const { staffId, staffSessionId } = staffOf(context)
    await endStaffSessions(context, staffId, { only: staffSessionId })
    context.effects.staffToken = 'clear'
    return ok({ signedOut: true as const })
  }),
  implement(calls.merchantAccessibleItems, requireStaff, async (context, { query }) =>
    ok({ items: await listAccessibleItems(context, staffOf(context), query) }),
  ),
  implement(calls.merchantGates, requireStaff, async (context, { query }) => {
    const events = await eventsOf(context, query.eventId)
    if (!events.ok) return events
    const venueIds = [...new Set(events.value.map(({ venueId }) => venueId))]
    const gates = await readGates(context, staffOf(context), venueIds)
    return ok({
      items: gates.map(({ gateId, name, venueName }) => ({
        gateId,
        name: name[context.locale],
        venue: venueName[context.locale],
      })),
    })
  }),
  implement(calls.merchantGatesTicketTypes, requireStaff, async (context, { query }) => {
    const events = await eventsOf(context, query.eventId)
    if (!events.ok) return events
    const gates = await readGateTypes(context, staffOf(context), events.value)
    return ok({
      items: gates.map(({ eventId, gate, ticketTypes }) => ({
        eventId,
        gateId: gate.gateId,
        name: gate.name[context.locale],
        ticketTypes: ticketTypes.map(({ ticketTypeId, name }) => ({
          ticketTypeId,
          name: name[context.locale],
        })),
      })),
    })
  }),
]

/** The requested event, or all that are not over. */
async function eventsOf(context: Context, eventId: number | undefined) {
  const actor = staffOf(context)
  if (eventId !== undefined) {
    const event = await findStaffEvent(context, actor, eventId)
    return event.ok ? ok([event.value]) : event
  }
  const now = context.clock.now()
  const events = await readStaffEvents(context, actor)
  return ok(events.filter((event) => !isOver(event, now)))
}
