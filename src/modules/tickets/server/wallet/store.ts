import { sql } from 'kysely'
import type { Locale } from '#kernel/locale.ts'
import type { Context } from '#platform/context.ts'
import type { Ticket } from '../store.ts'

/** A ticket as somebody put it into a wallet. */
export interface WalletPass {
  /** Its serial number in the wallet. */
  readonly id: string
  readonly ticketId: number
  /** Of the ticket when the pass was made. */
  readonly issueNumber: number
  readonly locale: Locale
}

export type WalletKind = 'apple' | 'google'

const columns = sql.raw(
  `p.id, p.ticket_id as "ticketId", p.issue_number as "issueNumber", p.locale`,
)

/**
 * The pass of a ticket for its present holder; further requests return the same pass in the language of the last
 * request.
 */
export async function savePass(
  context: Context,
  ticket: Pick<Ticket, 'id' | 'issueNumber'>,
  kind: WalletKind,
): Promise<WalletPass> {
  const { rows } = await sql<WalletPass>`
    insert into wallet_pass as p (id, ticket_id, issue_number, kind, locale, created_at)
    values (${context.random.uuid()}, ${ticket.id}, ${ticket.issueNumber}, ${kind}, ${context.locale},
      ${context.clock.now()})
    on conflict (ticket_id, issue_number, kind) do update set locale = excluded.locale
    returning ${columns}
  `.execute(context.db)
  const [pass] = rows
  if (!pass) throw new Error('An upsert answers its row')
  return pass
}

/** The pass for Apple's wallet with this serial number, or of a ticket as it is now held. */
export async function readApplePass(
  context: Context,
  handle: { readonly id: string } | Pick<Ticket, 'id' | 'issueNumber'>,
): Promise<WalletPass | undefined> {
  const which =
    'issueNumber' in handle
      ? sql`p.ticket_id = ${handle.id} and p.issue_number = ${handle.issueNumber}`
      : sql`p.id = ${handle.id}`
  const { rows } = await sql<WalletPass>`
    select ${columns} from wallet_pass p where p.kind = 'apple' and ${which}
  `.execute(context.db)
  return rows[0]
}

/** Passes of one device; a telephone holds a handful. */
export const passesPerDeviceMax = 100

/** The passes that a device asks about, by their serial numbers. */
export async function readPassesOfDevice(context: Context, device: string): Promise<WalletPass[]> {
  const { rows } = await sql<WalletPass>`
    select ${columns} from wallet_registration r join wallet_pass p on p.id = r.pass_id
    where r.device = ${device} order by p.id limit ${passesPerDeviceMax}
  `.execute(context.db)
  return rows
}

/** Remembers that a device has a pass. `full`: it has as many as anybody could use. */
export async function insertRegistration(
  context: Context,
  device: string,
  passId: string,
): Promise<'new' | 'known' | 'full'> {
  const { rows } = await sql<{ count: number; isKnown: boolean }>`
    select count(*)::int as count, coalesce(bool_or(pass_id = ${passId}::uuid), false) as "isKnown"
    from wallet_registration where device = ${device}
  `.execute(context.db)
  if (rows[0]?.isKnown) return 'known'
  if ((rows[0]?.count ?? 0) >= passesPerDeviceMax) return 'full'
  const added = await sql`
    insert into wallet_registration (device, pass_id, registered_at)
    values (${device}, ${passId}, ${context.clock.now()}) on conflict do nothing
  `.execute(context.db)
  return Number(added.numAffectedRows ?? 0) > 0 ? 'new' : 'known'
}

export async function deleteRegistration(
  context: Context,
  device: string,
  passId: string,
): Promise<void> {
  await sql`
    delete from wallet_registration where device = ${device} and pass_id = ${passId}
  `.execute(context.db)
}

/** Forgets which devices have passes of tickets that a customer holds; the passes stay on them as they are. */
export async function forgetDevices(context: Context, customerId: string): Promise<void> {
  await sql`
    delete from wallet_registration r using wallet_pass p, ticket t, orders o
    where p.id = r.pass_id and t.id = p.ticket_id and o.id = t.order_id
      and (o.customer_id = ${customerId} or t.holder_customer_id = ${customerId})
  `.execute(context.db)
}
