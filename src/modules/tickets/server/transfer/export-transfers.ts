import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'
import { giverOf } from './store.ts'

interface ReceivedTicket {
  readonly ticketIdentifier: string
  readonly issuedAt: Date
  readonly usedAt: Date | null
  readonly note: string
}

interface MadeShare {
  readonly createdAt: Date
  readonly channel: string
  readonly handsOver: boolean
  readonly sentTo: string | null
  readonly endedAt: Date | null
  readonly endedAs: string | null
}

/** A customer's stored sharing data: tickets received, notes, and links created. */
export async function exportTransfers(context: Context): Promise<{
  receivedTickets: readonly ReceivedTicket[]
  ticketNotes: readonly { ticketIdentifier: string; note: string }[]
  sharedLinks: readonly MadeShare[]
}> {
  const { customerId } = giverOf(context.actor)
  const received = await sql<ReceivedTicket>`
    select identifier as "ticketIdentifier", issued_at as "issuedAt", used_at as "usedAt",
      holder_note as note
    from ticket where holder_customer_id = ${customerId} order by id`.execute(context.db)
  const notes = await sql<{ ticketIdentifier: string; note: string }>`
    select t.identifier as "ticketIdentifier", t.holder_note as note
    from ticket t join order_summary o on o.order_id = t.order_id
    where o.customer_id = ${customerId} and t.holder_note <> ''
      and t.holder_customer_id is null and t.holder_session_id is null
    order by t.id`.execute(context.db)
  const shares = await sql<MadeShare>`
    select created_at as "createdAt", channel, hands_over as "handsOver", recipient as "sentTo",
      ended_at as "endedAt", ended_as as "endedAs"
    from ticket_share where giver_customer_id = ${customerId} order by created_at`.execute(
    context.db,
  )
  return { receivedTickets: received.rows, ticketNotes: notes.rows, sharedLinks: shares.rows }
}
