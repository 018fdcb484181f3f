import { sql } from 'kysely'
import { emailKey } from '#kernel/email.ts'
import type { Context } from '#platform/context.ts'
import { personOf } from './store.ts'

/** Assigns a guest's invitations, acceptances and payments to the customer after sign-in. */
export async function claimInvitations(
  context: Context,
  sessionId: string,
  customerId: string,
): Promise<void> {
  await sql`
    update order_invitation set giver_customer_id = ${customerId}
    where giver_session_id = ${sessionId} and giver_customer_id is null`.execute(context.db)
  await sql`
    update order_invitation set taker_customer_id = ${customerId}
    where taker_session_id = ${sessionId} and taker_customer_id is null`.execute(context.db)
}

/** Deletes a customer's personal data from sent and accepted invitations; reserved tickets stay available. */
export async function eraseInvitations(
  context: Context,
  customer: { readonly customerId: string; readonly email: string },
): Promise<void> {
  const { customerId, email } = customer
  await sql`
    update order_invitation set recipient = null,
      recipient_hint = case when channel = 'link' then '' else '•••' end
    where giver_customer_id = ${customerId} or recipient = ${emailKey(email)}`.execute(context.db)
  await sql`
    update order_invitation set accepted_name = '' where taker_customer_id = ${customerId}`.execute(
    context.db,
  )
  await sql`
    update invited_payment set payer_name = '' where payer_customer_id = ${customerId}`.execute(
    context.db,
  )
}

const retentionDaysAfterRevoking = 2
const retentionDays = 30

/** Retention sweep: deletes the recipients of revoked and old invitations. Returns the number of invitations. */
export async function eraseInvitedRecipients(context: Context): Promise<number> {
  const daysAgo = (days: number) => new Date(context.clock.now().getTime() - days * 86_400_000)
  const result = await sql`
    update order_invitation set recipient = null
    where recipient is not null
      and (revoked_at < ${daysAgo(retentionDaysAfterRevoking)} or created_at < ${daysAgo(retentionDays)})
  `.execute(context.db)
  return Number(result.numAffectedRows ?? 0)
}

interface SentInvitation {
  readonly createdAt: Date
  readonly purpose: string
  readonly channel: string
  readonly sentTo: string | null
  readonly revokedAt: Date | null
}

/** A customer's sent and accepted invitations, for the export of their data. */
export async function exportInvitations(context: Context): Promise<{
  invitations: readonly SentInvitation[]
  acceptedInvitations: readonly { acceptedAt: Date; name: string }[]
}> {
  const { customerId } = personOf(context.actor)
  const made = await sql<SentInvitation>`
    select created_at as "createdAt", purpose, channel, recipient as "sentTo",
      revoked_at as "revokedAt"
    from order_invitation where giver_customer_id = ${customerId} order by created_at`.execute(
    context.db,
  )
  const accepted = await sql<{ acceptedAt: Date; name: string }>`
    select accepted_at as "acceptedAt", accepted_name as name
    from order_invitation where taker_customer_id = ${customerId} order by accepted_at`.execute(
    context.db,
  )
  return { invitations: made.rows, acceptedInvitations: accepted.rows }
}
