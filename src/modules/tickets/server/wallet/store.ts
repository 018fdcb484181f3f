import { sql } from 'kysely'
import type { Locale } from '#kernel/locale.ts'
import { ok } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import type { TicketPart } from '../queries/valid-tickets.ts'
import type { Ticket } from '../store.ts'

/** A ticket's pass in a wallet. */
export interface WalletPass {
  /** Its serial number in the wallet. */
  readonly id: string
  readonly ticketId: number
  /** Issue number of the ticket when the pass was created. */
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

/** Maximum passes of one device. */
export const passesPerDeviceMax = 100

/** The passes that a device asks about, by their serial numbers. */
export async function readPassesOfDevice(context: Context, device: string): Promise<WalletPass[]> {
  const { rows } = await sql<WalletPass>`
    select ${columns} from wallet_registration r join wallet_pass p on p.id = r.pass_id
    where r.device = ${device} order by p.id limit ${passesPerDeviceMax}
  `.execute(context.db)
  return rows
}

/** Registers a device for a pass. `full`: it has the maximum number of passes. */
export async function insertRegistration(
  context: Context,
  device: string,
  passId: string,
  pushToken: string,
): Promise<'new' | 'known' | 'full'> {
  const done = await inTransaction(context, async ({ db, clock }) => {
    // Registrations of one device are counted and written one after the other, or the limit would not hold.
    const lock = `wallet device ${device}`
    await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(db)
    const { rows } = await sql<{ count: number; isKnown: boolean }>`
      select count(*)::int as count, coalesce(bool_or(pass_id = ${passId}::uuid), false) as "isKnown"
      from wallet_registration where device = ${device}`.execute(db)
    const [kept] = rows
    if (kept?.isKnown) {
      // Push tokens of devices change occasionally.
      await sql`
        update wallet_registration set push_token = ${pushToken}
        where device = ${device} and pass_id = ${passId}`.execute(db)
      return ok('known' as const)
    }
    if ((kept?.count ?? 0) >= passesPerDeviceMax) return ok('full' as const)
    await sql`
      insert into wallet_registration (device, pass_id, push_token, registered_at)
      values (${device}, ${passId}, ${pushToken}, ${clock.now()})`.execute(db)
    return ok('new' as const)
  })
  return done.value
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

/** Deletes the device registrations for passes of a customer's tickets; the passes on the devices stay unchanged. */
export async function deleteDevices(context: Context, customerId: string): Promise<void> {
  await sql`
    delete from wallet_registration r using wallet_pass p, ticket t, orders o
    where p.id = r.pass_id and t.id = p.ticket_id and o.id = t.order_id
      and (o.customer_id = ${customerId} or t.holder_customer_id = ${customerId})
  `.execute(context.db)
}

/** A pass that is due for comparison with the state sent to its wallet. */
export interface DuePass extends WalletPass {
  readonly kind: WalletKind
  /** Digest of the last state sent. */
  readonly toldMark: string | null
}

/**
 * Passes that are compared next: those of changed tickets first, then the longest not compared. Expired passes, those
 * of wallets without updates, and those of devices without notifications are left out. Each is claimed by one process.
 */
export async function claimDuePasses(
  context: Context,
  options: { readonly kinds: readonly WalletKind[]; readonly most: number },
): Promise<DuePass[]> {
  const now = context.clock.now()
  const { rows } = await sql<DuePass>`
    with due as (
      select p.id, t.changed_transaction from wallet_pass p join ticket t on t.id = p.ticket_id
      where p.kind = any(${[...options.kinds]}::text[]) and (p.checks_until is null or p.checks_until > ${now})
        and (p.kind = 'google'
          or exists (select from wallet_registration r where r.pass_id = p.id and r.push_token is not null))
      order by (t.changed_transaction is not distinct from p.seen_transaction), p.checked_at nulls first, p.id
      limit ${options.most} for update of p skip locked)
    update wallet_pass p set checked_at = ${now}, seen_transaction = due.changed_transaction
    from due where p.id = due.id
    returning ${columns}, p.kind, p.told_mark as "toldMark"`.execute(context.db)
  return rows
}

/** Records the state sent to a wallet, and until when the pass is compared. */
export async function recordNotified(
  context: Context,
  passId: string,
  told: { readonly mark: string | null; readonly checksUntil: Date },
): Promise<void> {
  await sql`
    update wallet_pass set told_mark = ${told.mark}, checks_until = ${told.checksUntil} where id = ${passId}`.execute(
    context.db,
  )
}

/** The pass could not be compared, or its wallet was not reached: it is retried with the changed ones. */
export async function askAgain(context: Context, passId: string): Promise<void> {
  await sql`update wallet_pass set seen_transaction = null where id = ${passId}`.execute(context.db)
}

/** The items of these passes have changed: they are compared before the others. */
export async function compareSoon(
  context: Context,
  { source, itemId, legs }: TicketPart,
): Promise<void> {
  await sql`
    update wallet_pass p set seen_transaction = null from ticket t
    where t.id = p.ticket_id and t.source = ${source} and t.item_id = ${itemId}
      and (${legs?.from ?? null}::smallint is null
        or (t.leg_from < ${legs?.to ?? null}::smallint and t.leg_to > ${legs?.from ?? null}::smallint))`.execute(
    context.db,
  )
}

/** Push tokens of the devices that have a pass. */
export async function readPushTokens(context: Context, passId: string): Promise<string[]> {
  const { rows } = await sql<{ token: string }>`
    select distinct push_token as token from wallet_registration
    where pass_id = ${passId} and push_token is not null`.execute(context.db)
  return rows.map(({ token }) => token)
}

/** A device has removed the pass without unregistering it. */
export async function deletePushToken(
  context: Context,
  passId: string,
  token: string,
): Promise<void> {
  await sql`
    delete from wallet_registration where pass_id = ${passId} and push_token = ${token}`.execute(
    context.db,
  )
}
