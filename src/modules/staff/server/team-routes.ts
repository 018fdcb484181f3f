import { fail, ok, type Result } from '#kernel/result.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { LogNamer } from '#platform/log-names.ts'
import type { StaffActor } from '#platform/context.ts'
import { requireOperator, requireStaff } from '#platform/http/guards.ts'
import { implement, type CallContext, type Implementation } from '#platform/http/implement.ts'
import { tableFile } from '#platform/tables/table-file.ts'
import * as calls from '../team-contract.ts'
import type { openedStaffSession, renewedStaffSession } from '../contract.ts'
import { acceptInvitation, readInvitation } from './commands/accept-invitation.ts'
import { changeStaffRole, deletePasskeys, removeStaff } from './commands/change-team.ts'
import { inviteStaff, withdrawInvitation } from './commands/invite-staff.ts'
import {
  addStaffPasskey,
  beginStaffPasskey,
  finishSecondStep,
  listStaffPasskeys,
  removeStaffPasskey,
} from './passkeys.ts'
import { readPeople, readTeam } from './queries/team.ts'
import { readStaffProfile, type SellerSource } from './queries/staff-profile.ts'
import { listLog, listMerchantsLog } from './queries/log.ts'
import { sheetOfLog } from './queries/log-table.ts'
import { openStaffSession } from './sessions.ts'

type Opened = (typeof openedStaffSession)['_output']
type Renewed = (typeof renewedStaffSession)['_output']

/** Opens a session after authentication; the browser gets it as a cookie. */
export async function openFor(
  context: CallContext,
  sellers: readonly SellerSource[],
  staffId: string,
): Promise<Result<Opened, ErrorCode>> {
  const profile = await readStaffProfile(context, sellers, staffId)
  if (!profile) return fail('LoginFailed')
  const opened = await openStaffSession(context, staffId, context.userAgent)
  context.effects.staffToken = opened
  return ok({ accessToken: opened.token, expiresAt: opened.expiresAt.toISOString(), profile })
}

/**
 * The caller's new session after a change of how they sign in, which ended all sessions from before. Browsers continue
 * with it at once.
 */
export async function reopened(
  context: CallContext & { readonly actor: StaffActor },
  changed: Result<{ done: true }, ErrorCode>,
): Promise<Result<Renewed, ErrorCode>> {
  if (!changed.ok) return changed
  const opened = await openStaffSession(context, context.actor.staffId, context.userAgent)
  context.effects.staffToken = opened
  const { token, expiresAt } = opened
  return ok({ ...changed.value, accessToken: token, expiresAt: expiresAt.toISOString() })
}

/** Calls for the team, its invitations, and the second step of signing in. */
export const teamRoutes = (
  sellers: readonly SellerSource[],
  namers: readonly LogNamer[],
): readonly Implementation[] => [
  implement(calls.staffTeam, requireStaff, async (context) =>
    ok(await readTeam(context, context.actor)),
  ),
  implement(calls.staffInvite, requireStaff, async (context, { body }) => {
    const invited = await inviteStaff(context, context.actor, body)
    return invited.ok ? ok({ invitationId: invited.value }) : invited
  }),
  implement(calls.staffWithdrawInvitation, requireStaff, (context, { body }) =>
    withdrawInvitation(context, context.actor, body.invitationId),
  ),
  implement(calls.staffChangeRole, requireStaff, (context, { body }) =>
    changeStaffRole(context, context.actor, body),
  ),
  implement(calls.staffRemove, requireStaff, (context, { body }) =>
    removeStaff(context, context.actor, body.staffId),
  ),
  implement(calls.staffForgetPasskeys, requireStaff, async (context, { body }) => {
    const deleted = await deletePasskeys(context, context.actor, body.staffId)
    const isOwn = body.staffId === context.actor.staffId
    if (isOwn) await reopened(context, deleted)
    return deleted
  }),
  implement(calls.staffInvitation, (context, { body }) => readInvitation(context, body.key)),
  implement(calls.staffAccept, async (context, { body }) => {
    const accepted = await acceptInvitation(context, body)
    return accepted.ok ? openFor(context, sellers, accepted.value) : accepted
  }),
  implement(calls.staffPasskeySignIn, async (context, { body }) => {
    const proven = await finishSecondStep(context, body)
    return proven.ok ? openFor(context, sellers, proven.value) : proven
  }),
  implement(calls.staffPasskeys, requireStaff, async (context) => {
    const rows = await listStaffPasskeys(context, context.actor.staffId)
    return ok({
      items: rows.map((row) => ({
        credentialId: row.credential_id,
        name: row.name,
        createdAt: row.created_at.toISOString(),
        lastUsedAt: row.last_used_at?.toISOString() ?? null,
      })),
    })
  }),
  implement(calls.staffPasskeyBegin, requireStaff, async (context) => {
    const started = await beginStaffPasskey(context, context.actor)
    return started.ok
      ? ok({ challengeId: started.value.challengeId, options: { ...started.value.options } })
      : started
  }),
  implement(calls.staffPasskeyAdd, requireStaff, async (context, { body }) =>
    reopened(context, await addStaffPasskey(context, context.actor, body)),
  ),
  implement(calls.staffPasskeyRemove, requireStaff, async (context, { body }) =>
    reopened(context, await removeStaffPasskey(context, context.actor, body.credentialId)),
  ),
  implement(calls.listStaffLog, requireStaff, async (context, { query }) => {
    const { merchantId } = context.actor
    const page = await listLog(context, namers, { ...query, merchantId })
    return ok({ ...page, people: await readPeople(context, merchantId) })
  }),
  implement(
    calls.exportStaffLog,
    requireStaff,
    async (context, { query: { format, ...query } }) => {
      const { merchantId } = context.actor
      const sheet = await sheetOfLog(context, namers, { ...query, merchantId })
      return ok(tableFile(format, 'log', [sheet]))
    },
  ),
  implement(calls.listMerchantLog, requireOperator, async (context, { query }) =>
    ok(await listMerchantsLog(context, namers, query)),
  ),
]
