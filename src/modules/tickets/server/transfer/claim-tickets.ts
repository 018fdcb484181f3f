import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'

/**
 * A guest has signed in: tickets that passed to their session become the customer's, and so do the links they made.
 * A ticket that comes back in this way to the customer who bought it is simply theirs again.
 */
export async function claimHeldTickets(
  context: Context,
  sessionId: string,
  customerId: string,
): Promise<void> {
  await sql`
    update ticket t set
      holder_session_id = case when o.customer_id = ${customerId} then null else t.holder_session_id end,
      holder_customer_id = case when o.customer_id = ${customerId} then null else ${customerId}::uuid end
    from order_summary o
    where o.order_id = t.order_id and t.holder_session_id = ${sessionId} and t.holder_customer_id is null
  `.execute(context.db)
  await sql`
    update ticket_share set giver_customer_id = ${customerId}
    where giver_session_id = ${sessionId} and giver_customer_id is null`.execute(context.db)
}

/**
 * Takes the personal part out of what a customer shared and received. Tickets stay valid: those they hold open the
 * door by the code they have, those they have offered may still be taken.
 */
export async function eraseHolder(
  context: Context,
  customer: { readonly customerId: string; readonly email: string },
): Promise<void> {
  await sql`
    update ticket t set holder_note = '' from order_summary o
    where o.order_id = t.order_id and t.holder_note <> ''
      and (t.holder_customer_id = ${customer.customerId}
        or (o.customer_id = ${customer.customerId} and t.holder_customer_id is null
          and t.holder_session_id is null))`.execute(context.db)
  await sql`
    update ticket_share set recipient = null, recipient_hint = case when channel = 'link' then '' else '•••' end,
      taker_hint = ''
    where giver_customer_id = ${customer.customerId} or recipient = ${customer.email.toLowerCase()}
  `.execute(context.db)
}

/** Recipients of links are deleted two days after the link has ended. */
const recipientRetentionDays = 2

/** Forgets the addresses and telephones of links that have ended. Answers how many. */
export async function forgetRecipients(context: Context): Promise<number> {
  const before = new Date(context.clock.now().getTime() - recipientRetentionDays * 86_400_000)
  const result = await sql`
    update ticket_share set recipient = null
    where recipient is not null and (ended_at < ${before} or expires_at < ${before})`.execute(
    context.db,
  )
  return Number(result.numAffectedRows ?? 0)
}
