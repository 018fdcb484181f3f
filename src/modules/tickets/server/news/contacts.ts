/** Where receivers of tickets without an account are reached, until their tickets are over. */
import { sql } from 'kysely'
import { emailKey } from '#kernel/email.ts'
import type { Locale } from '#kernel/locale.ts'
import type { Context } from '#platform/context.ts'
import type { HeldTicket } from '../queries/held-tickets.ts'
import type { Share } from '../transfer/store.ts'

export interface Contact {
  readonly issueNumber: number
  readonly channel: 'email' | 'phone'
  readonly address: string
  readonly locale: Locale
  /** The link that opens the ticket for its receiver. */
  readonly keepShareId: string | null
}

/** An address is kept this long after the beginning of what its ticket is for. */
const keptDays = 14

function eraseAfter(startsAt: Date): Date {
  return new Date(startsAt.getTime() + keptDays * 86_400_000)
}

/**
 * Replaces the address at which the holder of tickets that have just passed is reached: that of the link, if it was
 * sent to one and its receiver has no account. Any older address belongs to a former holder.
 */
export async function keepContact(
  context: Context,
  held: readonly Pick<HeldTicket, 'ticket' | 'subject'>[],
  { channel, recipient }: Pick<Share, 'channel' | 'recipient'>,
  keepShareId: string | null,
): Promise<void> {
  const ids = held.map(({ ticket }) => ticket.id)
  await sql`delete from ticket_contact where ticket_id = any(${ids}::bigint[])`.execute(context.db)
  if (context.actor.kind !== 'guest' || channel === 'link' || recipient === null) return
  await sql`
    insert into ticket_contact (ticket_id, issue_number, channel, address, locale, keep_share_id, erase_after)
    select id, issue_number, ${channel}, ${recipient}, ${context.locale}, ${keepShareId}::uuid, erase_after
    from unnest(${ids}::bigint[], ${held.map(({ ticket }) => ticket.issueNumber)}::integer[],
      ${held.map(({ subject }) => eraseAfter(subject.startsAt).toISOString())}::timestamptz[])
      as passed(id, issue_number, erase_after)`.execute(context.db)
}

/** By ticket id. */
export async function readContacts(
  { db }: Pick<Context, 'db'>,
  ticketIds: readonly number[],
): Promise<ReadonlyMap<number, Contact>> {
  const { rows } = await sql<Contact & { readonly ticketId: string }>`
    select ticket_id as "ticketId", issue_number as "issueNumber", channel, address, locale,
      keep_share_id as "keepShareId"
    from ticket_contact where ticket_id = any(${[...ticketIds]}::bigint[])`.execute(db)
  return new Map(rows.map(({ ticketId, ...contact }) => [Number(ticketId), contact]))
}

/** What these tickets are for begins later than before. */
export async function prolongContacts(
  { db }: Pick<Context, 'db'>,
  ticketIds: readonly number[],
  startsAt: Date,
): Promise<void> {
  await sql`
    update ticket_contact set erase_after = greatest(erase_after, ${eraseAfter(startsAt)}::timestamptz)
    where ticket_id = any(${[...ticketIds]}::bigint[])`.execute(db)
}

/** Deletes the addresses of tickets that are over. Returns how many. */
export async function eraseContacts(context: Context): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ticket_contact where erase_after < ${context.clock.now()}`.execute(context.db)
  return Number(numAffectedRows ?? 0)
}

/** Deletes an address with the account that uses it, and those of its session. */
export async function eraseContactsOf({ db }: Pick<Context, 'db'>, email: string): Promise<void> {
  await sql`delete from ticket_contact where address = ${emailKey(email)}`.execute(db)
}
