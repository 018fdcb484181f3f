import { sql } from 'kysely'
import { emailKey } from '#kernel/email.ts'
import type { Context } from '#platform/context.ts'
import { eraseContacts, eraseContactsOf } from '../news/contacts.ts'
import { deleteOldNews } from '../news/decisions.ts'

/**
 * After a guest signs in, tickets transferred to their session become the customer's, and so do the links they created.
 * A ticket that returns in this way to its buyer is held by the buyer again.
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
 * Erases personal data from a customer's shared and received tickets. Tickets stay valid: held ones keep their code,
 * offered ones may still be accepted.
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
    where giver_customer_id = ${customer.customerId} or recipient = ${emailKey(customer.email)}
  `.execute(context.db)
  await eraseContactsOf(context, customer.email)
}

/** Recipients of links are deleted two days after the link has ended. */
const recipientRetentionDays = 2

/** Deletes the addresses and phone numbers of ended links, and those of receivers whose tickets are over. Returns how many. */
export async function eraseRecipients(context: Context): Promise<number> {
  const before = new Date(context.clock.now().getTime() - recipientRetentionDays * 86_400_000)
  const result = await sql`
    update ticket_share set recipient = null
    where recipient is not null and (ended_at < ${before} or expires_at < ${before})`.execute(
    context.db,
  )
  const contacts = await eraseContacts(context)
  await deleteOldNews(context)
  return Number(result.numAffectedRows ?? 0) + contacts
}
