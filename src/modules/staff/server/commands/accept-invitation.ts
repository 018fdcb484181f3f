import { sql } from 'kysely'
import {
  bearerHash,
  hashPassword,
  PasswordQueueFull,
  refusalOfPassword,
} from '#modules/accounts/server/public-api.ts'
import type { StaffRole } from '#contract/enumerations.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { emailSpellings } from '#kernel/email.ts'
import type { LocalizedText } from '#kernel/locale.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import type { InvitationView } from '../../team-contract.ts'
import { recordStaffChange } from '../changes/record.ts'
import { logStaffChange } from '../staff-log.ts'

/** An invitation that was written while its author was being removed stays, but admits nobody. */
const isInviterOwner = sql<boolean>`exists (select from staff inviter
  where inviter.id = invited_by and inviter.disabled_at is null and inviter.role = 'owner')`

/** Details of an invitation, for the holder of its key. */
export async function readInvitation(
  context: Context,
  key: string,
): Promise<Result<InvitationView, 'StaffInvitationInvalid'>> {
  const row = await context.db
    .selectFrom('staff_invitation as invitation')
    .innerJoin('merchant_summary as merchant', 'merchant.merchant_id', 'invitation.merchant_id')
    .select(['invitation.email', 'invitation.role', 'merchant.name'])
    .where('key_hash', '=', bearerHash(key))
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('expires_at', '>', context.clock.now())
    .where(isInviterOwner)
    .executeTakeFirst()
  if (!row) return fail('StaffInvitationInvalid')
  const name = row.name as unknown as LocalizedText
  return ok({
    merchantName: name[context.locale],
    email: row.email,
    role: row.role as StaffRole,
  })
}

/**
 * Makes the invited person staff and returns their id. The key is consumed in the statement that checks it; an address
 * that works for another organiser is refused, and the key stays valid.
 */
export async function acceptInvitation(
  context: Context,
  given: {
    readonly key: string
    readonly fullName: string
    readonly password: string
    readonly confirmPassword: string
  },
): Promise<Result<string, ErrorCode>> {
  const invitation = await readInvitation(context, given.key)
  if (!invitation.ok) return invitation
  const { email } = invitation.value
  const refusal = refusalOfPassword(given, [email, email.split('@')[0] ?? '', given.fullName])
  if (refusal) return refusal
  try {
    const passwordHash = await hashPassword(given.password)
    return await inTransaction(context, (inside) => join(inside, given, passwordHash))
  } catch (error) {
    if (error instanceof PasswordQueueFull) return fail('TooManyRequests')
    throw error
  }
}

/** Whether an address in any spelling belongs to active staff; the index guards only the spelling that is stored. */
async function isStaffElsewhere({ db }: Pick<Context, 'db'>, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('staff')
    .select('id')
    .where('email_key', 'in', emailSpellings(email))
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

async function join(
  context: Context,
  { key, fullName }: { readonly key: string; readonly fullName: string },
  passwordHash: string,
): Promise<Result<string, ErrorCode>> {
  const now = context.clock.now()
  const invitation = await context.db
    .updateTable('staff_invitation')
    .set({ accepted_at: now })
    .where('key_hash', '=', bearerHash(key))
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('expires_at', '>', now)
    .where(isInviterOwner)
    .returning(['id', 'email', 'role', 'merchant_id', 'invited_by'])
    .executeTakeFirst()
  if (!invitation) return fail('StaffInvitationInvalid')
  if (await isStaffElsewhere(context, invitation.email)) return fail('StaffElsewhere')
  const staffId = context.random.uuid()
  const added = await context.db
    .insertInto('staff')
    .values({
      id: staffId,
      merchant_id: invitation.merchant_id,
      email: invitation.email,
      full_name: fullName,
      role: invitation.role,
      password_hash: passwordHash,
      password_changed_at: now,
      created_at: now,
    })
    .onConflict((conflict) =>
      conflict.column('email_key').where('disabled_at', 'is', null).doNothing(),
    )
    .executeTakeFirst()
  if (Number(added.numInsertedOrUpdatedRows) === 0) return fail('StaffElsewhere')
  await logStaffChange(context, {
    action: 'staff.join',
    subject: `staff ${staffId}`,
    after: { email: invitation.email, role: invitation.role, invitation: invitation.id },
    by: { merchantId: invitation.merchant_id, staffId },
  })
  await recordStaffChange(context, {
    merchantId: invitation.merchant_id,
    kind: 'joined',
    staffId,
    changedBy: invitation.invited_by,
    detail: { role: invitation.role },
    pausesPayouts: invitation.role === 'owner',
  })
  return ok(staffId)
}
