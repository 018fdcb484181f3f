import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'
import { isPerson, personOf, type Person } from './store.ts'

/** The person who started a payment through an invitation. */
export interface Payer extends Person {
  readonly paymentId: string
  readonly invitationId: string
  readonly name: string
}

const columns = sql.raw(`p.payment_id as "paymentId", p.invitation_id as "invitationId",
  p.payer_session_id as "sessionId", p.payer_customer_id as "customerId", p.payer_name as name`)

/** Payments started through these invitations, newest first (payment ids ascend with time). */
export async function listPayers(
  context: Context,
  invitationIds: readonly string[],
): Promise<Payer[]> {
  if (invitationIds.length === 0) return []
  const { rows } = await sql<Payer>`
    select ${columns} from invited_payment p
    where p.invitation_id = any(${invitationIds}::uuid[])
    order by p.payment_id desc`.execute(context.db)
  return rows
}

/** The caller's payments through an invitation, newest first. */
export async function ownPayments(context: Context, invitationId: string): Promise<Payer[]> {
  const payers = await listPayers(context, [invitationId])
  return payers.filter((payer) => isPerson(context.actor, payer))
}

/** Records who started a payment through an invitation. */
export async function recordPayer(
  context: Context,
  paymentId: string,
  payer: { readonly invitationId: string; readonly name: string },
): Promise<void> {
  const person = personOf(context.actor)
  await context.db
    .insertInto('invited_payment')
    .values({
      payment_id: paymentId,
      invitation_id: payer.invitationId,
      payer_session_id: person.sessionId,
      payer_customer_id: person.customerId,
      payer_name: payer.name,
    })
    .execute()
}
