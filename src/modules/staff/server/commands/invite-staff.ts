import { sql } from 'kysely'
import { takeMail } from '#modules/accounts/server/public-api.ts'
import type { StaffRole } from '#contract/enumerations.ts'
import { emailSpellings } from '#kernel/email.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { inTransaction, type Context, type StaffActor } from '#platform/context.ts'
import { defineMessageJob, enqueue } from '#platform/jobs/jobs.ts'
import { refusalOfDispute } from '../changes/dispute.ts'
import { recordStaffChange } from '../changes/record.ts'
import { logStaffChange } from '../staff-log.ts'

export const invitationDays = 7
const invitationsMax = 50
/** Also of those that were withdrawn, or withdrawing would make the number of emails unlimited. */
const invitationsPerDayMax = 100

/** Sends the email of an invitation. Its key is generated then, so that no job contains it. */
export const staffInvitationJob = defineMessageJob<{ readonly invitationId: string }>(
  'staff-invitation',
)

type Refusal = 'StaffKnown' | 'TooManyStaffInvitations' | 'TooManyRequests' | 'OwnersDisputed'

/**
 * Invites a person by email. A second invitation of the same address voids the first. Whether the address works for
 * another organiser is revealed only to the owner of the mailbox, when they accept.
 */
export async function inviteStaff(
  context: Context,
  actor: StaffActor,
  { email, role }: { readonly email: string; readonly role: StaffRole },
): Promise<Result<string, Refusal>> {
  return inTransaction<Result<string, Refusal>>(context, async (inside) => {
    const { merchantId, staffId } = actor
    const now = inside.clock.now()
    // Serialises invitations per organiser; otherwise concurrent calls could exceed the limit.
    await sql`select pg_advisory_xact_lock(hashtext('staff_invitation'), ${merchantId})`.execute(
      inside.db,
    )
    const known = await inside.db
      .selectFrom('staff')
      .select('id')
      .where('merchant_id', '=', merchantId)
      .where('email_key', 'in', emailSpellings(email))
      .where('disabled_at', 'is', null)
      .executeTakeFirst()
    if (known) return fail('StaffKnown')
    const disputed = await refusalOfDispute(inside, actor, [role])
    if (disputed) return disputed
    await inside.db
      .updateTable('staff_invitation')
      .set({ withdrawn_at: now })
      .where('merchant_id', '=', merchantId)
      .where('email_key', 'in', emailSpellings(email))
      .where('accepted_at', 'is', null)
      .where('withdrawn_at', 'is', null)
      .execute()
    if (await areInvitationsSpent(inside, merchantId)) return fail('TooManyStaffInvitations')
    if (!(await takeMail(inside, email))) return fail('TooManyRequests')
    const id = inside.random.uuid()
    await inside.db
      .insertInto('staff_invitation')
      .values({
        id,
        merchant_id: merchantId,
        email,
        role,
        locale: inside.locale,
        invited_by: staffId,
        created_at: now,
        expires_at: new Date(now.getTime() + invitationDays * 86_400_000),
      })
      .execute()
    await enqueue(inside, staffInvitationJob, { invitationId: id }, { singletonKey: id })
    await logStaffChange(inside, {
      action: 'staff.invite',
      subject: `invitation ${id}`,
      after: { email, role },
    })
    await recordStaffChange(inside, {
      merchantId,
      kind: 'invited',
      changedBy: staffId,
      detail: { email, role },
    })
    return ok(id)
  })
}

/** Counted under the lock of the caller. */
async function areInvitationsSpent(context: Context, merchantId: number): Promise<boolean> {
  const now = context.clock.now()
  const since = new Date(now.getTime() - 86_400_000)
  const { open, today } = await context.db
    .selectFrom('staff_invitation')
    .select([
      sql<number>`count(*) filter (where accepted_at is null and withdrawn_at is null and expires_at > ${now})::integer`.as(
        'open',
      ),
      sql<number>`count(*) filter (where created_at > ${since})::integer`.as('today'),
    ])
    .where('merchant_id', '=', merchantId)
    .executeTakeFirstOrThrow()
  return open >= invitationsMax || today >= invitationsPerDayMax
}

/** Withdraws an open invitation of the caller's organiser. */
export async function withdrawInvitation(
  context: Context,
  { merchantId }: StaffActor,
  invitationId: string,
): Promise<Result<{ done: true }, 'NotFound'>> {
  return inTransaction(context, async (inside) => {
    const withdrawn = await inside.db
      .updateTable('staff_invitation')
      .set({ withdrawn_at: inside.clock.now() })
      .where('id', '=', invitationId)
      .where('merchant_id', '=', merchantId)
      .where('accepted_at', 'is', null)
      .where('withdrawn_at', 'is', null)
      .returning(['email', 'role'])
      .executeTakeFirst()
    if (!withdrawn) return fail('NotFound')
    await logStaffChange(inside, {
      action: 'staff.withdraw-invitation',
      subject: `invitation ${invitationId}`,
      before: withdrawn,
    })
    return ok({ done: true as const })
  })
}
