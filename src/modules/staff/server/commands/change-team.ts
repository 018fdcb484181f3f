import type { StaffRole } from '#contract/enumerations.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { inTransaction, type Context, type StaffActor } from '#platform/context.ts'
import { refusalOfDispute } from '../changes/dispute.ts'
import { recordStaffChange } from '../changes/record.ts'
import { takePasskeys } from '../kept-passkeys.ts'
import { endStaffSessions } from '../sessions.ts'
import { logStaffChange } from '../staff-log.ts'
import { withdrawInvitations } from '../withdraw-invitations.ts'

type Refusal = 'NotFound' | 'LastOwner' | 'OwnersDisputed'

/** Changes the role of a member of the caller's team. */
export async function changeStaffRole(
  context: Context,
  actor: StaffActor,
  { staffId, role }: { readonly staffId: string; readonly role: StaffRole },
): Promise<Result<{ done: true }, Refusal>> {
  return inTransaction(context, async (inside) => {
    const member = await lockMember(inside, actor.merchantId, staffId)
    if (!member) return fail('NotFound')
    if (role !== 'owner' && member.isLastOwner) return fail('LastOwner')
    if (role === member.role) return ok({ done: true })
    const disputed = await refusalOfDispute(inside, actor, [role, member.role])
    if (disputed) return disputed
    await inside.db.updateTable('staff').set({ role }).where('id', '=', staffId).execute()
    if (member.role === 'owner') await withdrawInvitations(inside, staffId)
    await logStaffChange(inside, {
      action: 'staff.change-role',
      subject: `staff ${staffId}`,
      before: { role: member.role },
      after: { role },
    })
    await recordStaffChange(inside, {
      merchantId: actor.merchantId,
      kind: 'role',
      staffId,
      changedBy: actor.staffId,
      detail: { role, formerRole: member.role },
      pausesPayouts: role === 'owner' || member.role === 'owner',
      alsoTo: [member.email],
    })
    return ok({ done: true as const })
  })
}

/**
 * Removes a member of the caller's team: their sessions end, they can no longer sign in, and whom they invited can no
 * longer join.
 */
export async function removeStaff(
  context: Context,
  actor: StaffActor,
  staffId: string,
): Promise<Result<{ done: true }, Refusal>> {
  return inTransaction(context, async (inside) => {
    const member = await lockMember(inside, actor.merchantId, staffId)
    if (!member) return fail('NotFound')
    if (member.isLastOwner) return fail('LastOwner')
    const disputed = await refusalOfDispute(inside, actor, [member.role])
    if (disputed) return disputed
    await inside.db
      .updateTable('staff')
      .set({ disabled_at: inside.clock.now() })
      .where('id', '=', staffId)
      .execute()
    await endStaffSessions(inside, staffId, 'all')
    await withdrawInvitations(inside, staffId)
    const { rows: passkeys } = await takePasskeys(inside, staffId)
    await logStaffChange(inside, {
      action: 'staff.remove',
      subject: `staff ${staffId}`,
      before: { email: member.email, role: member.role },
    })
    await recordStaffChange(inside, {
      merchantId: actor.merchantId,
      kind: 'removed',
      staffId,
      changedBy: actor.staffId,
      detail: { formerRole: member.role, passkeys },
      pausesPayouts: member.role === 'owner',
      alsoTo: [member.email],
    })
    return ok({ done: true as const })
  })
}

/**
 * Deletes the passkeys of a member who has lost their device and ends their sessions; the password is sufficient again.
 */
export async function deletePasskeys(
  context: Context,
  actor: StaffActor,
  staffId: string,
): Promise<Result<{ done: true }, Refusal>> {
  return inTransaction(context, async (inside) => {
    const member = await lockMember(inside, actor.merchantId, staffId)
    if (!member) return fail('NotFound')
    const { rows: passkeys, names } = await takePasskeys(inside, staffId)
    await endStaffSessions(inside, staffId, 'all')
    await logStaffChange(inside, {
      action: 'staff.forget-passkeys',
      subject: `staff ${staffId}`,
      before: { names },
    })
    await recordStaffChange(inside, {
      merchantId: actor.merchantId,
      kind: 'passkey-removed',
      staffId,
      changedBy: actor.staffId,
      detail: { passkeys },
      alsoTo: [member.email],
    })
    return ok({ done: true as const })
  })
}

/**
 * Locks a member together with all owners of the organiser in a fixed order, so that of two owners who remove each
 * other the second is the last one and is refused.
 */
async function lockMember(context: Context, merchantId: number, staffId: string) {
  const rows = await context.db
    .selectFrom('staff')
    .select(['id', 'email', 'role'])
    .where('merchant_id', '=', merchantId)
    .where('disabled_at', 'is', null)
    .where((where) => where.or([where('role', '=', 'owner'), where('id', '=', staffId)]))
    .orderBy('id')
    .forUpdate()
    .execute()
  const member = rows.find(({ id }) => id === staffId)
  if (!member) return null
  const owners = rows.filter(({ role }) => role === 'owner')
  return { ...member, isLastOwner: member.role === 'owner' && owners.length === 1 }
}
