import { fail, ok } from '#kernel/result.ts'
import { requireStaff } from '#platform/http/guards.ts'
import type { LogNamer } from '#platform/log-names.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import * as calls from '../contract.ts'
import { staffStepUp } from '../step-up-contract.ts'
import { apiKeyRoutes } from './api-keys.ts'
import { partnerKeyRoutes } from './partner-keys.ts'
import { staffOf } from './as-staff.ts'
import { changeStaffPassword } from './commands/change-staff-password.ts'
import { signInStaff } from './commands/sign-in-staff.ts'
import { readStaffProfile, type SellerSource } from './queries/staff-profile.ts'
import { beginSecondStep } from './passkeys.ts'
import { endStaffSessions } from './sessions.ts'
import type { ChangeReverser } from './changes/reverse.ts'
import { reversalRoutes } from './reversal-routes.ts'
import { openStaffProof } from './step-up.ts'
import { openFor, reopened, teamRoutes } from './team-routes.ts'

/** Calls for signing in and the caller's account; `sellers` determine an organiser's pages. */
export const staffRoutes = (
  sellers: readonly SellerSource[] = [],
  namers: readonly LogNamer[] = [],
  reversers: readonly ChangeReverser[] = [],
): readonly Implementation[] => [
  ...teamRoutes(sellers, namers),
  ...reversalRoutes(reversers),
  ...apiKeyRoutes,
  ...partnerKeyRoutes,
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
  implement(staffStepUp, requireStaff, async (context, { body }) =>
    ok(await openStaffProof(context, staffOf(context), body.purpose)),
  ),
  implement(calls.ownStaffLogout, requireStaff, async (context) => {
    const { staffId, staffSessionId } = staffOf(context)
    await endStaffSessions(context, staffId, { only: staffSessionId })
    context.effects.staffToken = 'clear'
    return ok({ signedOut: true as const })
  }),
]
