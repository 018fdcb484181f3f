import { sql } from 'kysely'
import type { StaffRole } from '#contract/enumerations.ts'
import type { Context, StaffActor } from '#platform/context.ts'
import type { StaffTeamView } from '../../team-contract.ts'

interface MemberRow {
  readonly staffId: string
  readonly email: string
  readonly fullName: string
  readonly role: StaffRole
  readonly hasPasskey: boolean
  readonly lastSignInAt: Date | null
}

const rank: Readonly<Record<StaffRole, number>> = {
  owner: 0,
  manager: 1,
  'box-office': 2,
  scanner: 3,
}

/** Members of the caller's team, owners first, and its open invitations, newest first. */
export async function readTeam(context: Context, actor: StaffActor): Promise<StaffTeamView> {
  const { rows } = await sql<MemberRow>`
    select id as "staffId", email, full_name as "fullName", role,
      exists (select from staff_passkey where staff_passkey.staff_id = staff.id) as "hasPasskey",
      (select max(created_at) from staff_session where staff_session.staff_id = staff.id) as "lastSignInAt"
    from staff where merchant_id = ${actor.merchantId} and disabled_at is null
    order by full_name, id`.execute(context.db)
  const invitations = await context.db
    .selectFrom('staff_invitation as invitation')
    .innerJoin('staff', 'staff.id', 'invitation.invited_by')
    .select([
      'invitation.id',
      'invitation.email',
      'invitation.role',
      'invitation.expires_at',
      'staff.full_name',
    ])
    .where('invitation.merchant_id', '=', actor.merchantId)
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('expires_at', '>', context.clock.now())
    .orderBy('invitation.created_at', 'desc')
    .execute()
  return {
    members: rows
      .toSorted((one, other) => rank[one.role] - rank[other.role])
      .map(({ lastSignInAt, ...member }) => ({
        ...member,
        isYou: member.staffId === actor.staffId,
        lastSignInAt: lastSignInAt?.toISOString() ?? null,
      })),
    invitations: invitations.map((row) => ({
      invitationId: row.id,
      email: row.email,
      role: row.role as StaffRole,
      invitedBy: row.full_name,
      expiresAt: row.expires_at.toISOString(),
    })),
  }
}

/** Everybody who has ever worked for an organiser, by name. */
export async function readPeople(context: Context, merchantId: number) {
  const rows = await context.db
    .selectFrom('staff')
    .select(['id', 'full_name'])
    .where('merchant_id', '=', merchantId)
    .orderBy('full_name')
    .execute()
  return rows.map(({ id, full_name }) => ({ staffId: id, fullName: full_name }))
}
