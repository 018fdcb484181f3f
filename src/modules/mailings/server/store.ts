import { sql } from 'kysely'
import { ticketStatus } from '#contract/enumerations.ts'
import type { LocalizedText } from '#kernel/locale.ts'
import type { SoldItem } from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { MailingLine } from '../contract.ts'

export interface Mailing {
  readonly id: number
  readonly merchantId: number
  readonly kind: MailingLine['kind']
  readonly items: readonly SoldItem[]
  readonly subject: LocalizedText
  readonly body: LocalizedText
  readonly state: MailingLine['state']
  readonly sendAt: Date | null
  readonly lastOrderId: number
}

/** Items of a mailing `m`; older rows have events only. */
export const itemsOfMailing = sql.raw(`case when m.items <> '[]' then m.items else
  (select coalesce(jsonb_agg(jsonb_build_object('source', 'event', 'itemId', id, 'legFrom', 0, 'legTo', 1)), '[]')
    from unnest(m.event_ids) as id) end`)

const columns = sql`m.id, m.merchant_id as "merchantId", m.kind, ${itemsOfMailing} as items, m.subject, m.body, m.state,
  m.send_at as "sendAt", m.last_order_id::float8 as "lastOrderId"`

/** Condition: tickets `t` that are valid for one of these items, on at least one of its legs. */
function isOf(items: readonly SoldItem[]) {
  return sql`exists (select from jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
      as one (source text, "itemId" integer, "legFrom" integer, "legTo" integer)
    where t.source = one.source and t.item_id = one."itemId" and t.leg_from < one."legTo" and t.leg_to > one."legFrom")
    and t.item_id = any(${items.map(({ itemId }) => itemId)}::integer[])`
}

/** A mailing of the merchant; of any merchant when none is given, for the sending job. */
export async function readMailing(
  context: Context,
  handle: { readonly mailingId: number; readonly merchantId?: number },
  options: { readonly isLocked?: boolean } = {},
): Promise<Mailing | null> {
  const { mailingId, merchantId = null } = handle
  const { rows } = await sql<Mailing>`
    select ${columns} from mailing m where m.id = ${mailingId}
      and (${merchantId}::integer is null or m.merchant_id = ${merchantId}::integer)
    ${options.isLocked ? sql`for update` : sql``}`.execute(context.db)
  return rows[0] ?? null
}

const listedMax = 200

export async function listMailingRows(context: Context, merchantId: number): Promise<Mailing[]> {
  const { rows } = await sql<Mailing>`
    select ${columns} from mailing m where m.merchant_id = ${merchantId} order by m.id desc limit ${listedMax}`.execute(
    context.db,
  )
  return rows
}

export type Counts = MailingLine['counts']

/** Number of messages of each mailing by state. */
export async function countDeliveries(
  context: Context,
  mailingIds: readonly number[],
): Promise<ReadonlyMap<number, Counts>> {
  const { rows } = await sql<{ mailingId: number; state: keyof Counts; count: number }>`
    select mailing_id as "mailingId", state, count(*)::int as count from mailing_delivery
    where mailing_id = any(${[...mailingIds]}::integer[]) group by 1, 2`.execute(context.db)
  const found = new Map<number, Counts>()
  for (const { mailingId, state, count } of rows)
    found.set(mailingId, {
      ...(found.get(mailingId) ?? { waiting: 0, sent: 0, failed: 0, skipped: 0 }),
      [state]: count,
    })
  return found
}

/** A holder of valid tickets of an item: the buyer, or a customer to whom they were transferred. */
export interface Holder {
  readonly orderId: number
  readonly customerId: string | null
}

/** Holders of valid tickets for these items, in up to `most` orders after the order `after`, by order. */
export async function readHolders(
  context: Context,
  items: readonly SoldItem[],
  { after, most }: { readonly after: number; readonly most: number },
): Promise<Holder[]> {
  const { rows } = await sql<Holder>`
    with held as (
      select t.order_id, h.holder_session_id, h.holder_customer_id
      from ticket_summary t join ticket_holder h using (ticket_id)
      where ${isOf(items)} and t.status = ${ticketStatus.Active} and t.order_id > ${after}
    ), chosen as (select distinct order_id from held order by order_id limit ${most})
    select distinct order_id::float8 as "orderId", holder_customer_id as "customerId"
    from held join chosen using (order_id)
    -- Holders who received a ticket by a link without an account have no address.
    where holder_customer_id is not null or holder_session_id is null
    order by 1, 2 nulls first`.execute(context.db)
  return rows
}

/** Number of holders of valid tickets for these items, counted per order. */
export async function countHolders(context: Context, items: readonly SoldItem[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct (t.order_id, h.holder_customer_id))::int as count
    from ticket_summary t join ticket_holder h using (ticket_id)
    where ${isOf(items)} and t.status = ${ticketStatus.Active}
      and (h.holder_customer_id is not null or h.holder_session_id is null)`.execute(context.db)
  return rows[0]?.count ?? 0
}

/** Whether this holder still has a valid ticket of this order for these items. */
export async function holdsTicket(
  context: Context,
  items: readonly SoldItem[],
  { orderId, customerId }: Holder,
): Promise<boolean> {
  const { rows } = await sql<{ isHeld: boolean }>`
    select exists (select from ticket_summary t join ticket_holder h using (ticket_id)
      where t.order_id = ${orderId} and ${isOf(items)} and t.status = ${ticketStatus.Active}
        and h.holder_customer_id is not distinct from ${customerId}::uuid
        and (h.holder_customer_id is not null or h.holder_session_id is null)) as "isHeld"`.execute(
    context.db,
  )
  return rows[0]?.isHeld ?? false
}

const newsIntervalDays = 7

/** Why addresses get no news of this organiser now, by address hash in hex; addresses that get it are left out. */
export async function readNewsRefusals(
  context: Context,
  { id, merchantId }: Pick<Mailing, 'id' | 'merchantId'>,
  addressHashes: readonly Buffer[],
): Promise<ReadonlyMap<string, 'refused' | 'limit'>> {
  const since = new Date(context.clock.now().getTime() - newsIntervalDays * 86_400_000)
  const { rows } = await sql<{ addressHash: Buffer; isRefused: boolean; isLimited: boolean }>`
    select recipient.hash as "addressHash", exists (select from mailing_refusal r
        where r.merchant_id = ${merchantId} and r.address_mark = recipient.hash) as "isRefused",
      exists (select from mailing_delivery d join mailing m on m.id = d.mailing_id
        where d.address_mark = recipient.hash and d.changed_at > ${since} and d.state in ('waiting', 'sent')
          and m.merchant_id = ${merchantId} and m.kind = 'news' and m.id <> ${id}) as "isLimited"
    from unnest(${addressHashes.map((addressHash) => addressHash.toString('hex'))}::text[]) as hex (text),
      lateral (select decode(hex.text, 'hex') as hash) as recipient`.execute(context.db)
  return new Map(
    rows.flatMap(({ addressHash, isRefused, isLimited }) =>
      isRefused || isLimited
        ? [[addressHash.toString('hex'), isRefused ? ('refused' as const) : ('limit' as const)]]
        : [],
    ),
  )
}

/** Records the outcome of a message to an address; returns false when this mailing already has one for it. */
export async function insertDelivery(
  context: Context,
  delivery: {
    readonly mailingId: number
    readonly addressHash: Buffer
    readonly orderId: number
    readonly reason: 'refused' | 'limit' | null
  },
): Promise<boolean> {
  const { mailingId, addressHash, orderId, reason } = delivery
  const { numAffectedRows } = await sql`
    insert into mailing_delivery (mailing_id, address_mark, order_id, state, reason, changed_at)
    values (${mailingId}, ${addressHash}, ${orderId}, ${reason === null ? 'waiting' : 'skipped'}, ${reason}, ${context.clock.now()})
    on conflict do nothing`.execute(context.db)
  return numAffectedRows === 1n
}

export async function moveDelivery(
  context: Context,
  { mailingId, addressHash }: { readonly mailingId: number; readonly addressHash: Buffer },
  to: { readonly state: 'sent' | 'failed' | 'skipped'; readonly reason?: 'refused' | 'no-ticket' },
): Promise<void> {
  await sql`
    update mailing_delivery set state = ${to.state}, reason = ${to.reason ?? null}, changed_at = ${context.clock.now()}
    where mailing_id = ${mailingId} and address_mark = ${addressHash}`.execute(context.db)
}

export async function hasRefusedNews(
  context: Context,
  { merchantId, addressHash }: { readonly merchantId: number; readonly addressHash: Buffer },
): Promise<boolean> {
  const { rows } = await sql<{ isRefused: boolean }>`
    select exists (select from mailing_refusal
      where merchant_id = ${merchantId} and address_mark = ${addressHash}) as "isRefused"`.execute(
    context.db,
  )
  return rows[0]?.isRefused ?? false
}
