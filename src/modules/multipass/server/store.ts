/** SQL statements of multi-passes. */
import { sql } from 'kysely'
import type { LocalizedText } from '#kernel/locale.ts'
import type { SoldItem } from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { Scope, Validity } from './rules.ts'

type Db = Pick<Context, 'db'>

export interface Product extends Validity, Scope {
  readonly productId: number
  readonly offeringId: number
  readonly merchantId: number
  readonly merchantName: LocalizedText
  readonly name: LocalizedText
  readonly description: LocalizedText
  readonly imageUrl: string | null
  readonly uses: number
  readonly priceMinor: number
  readonly topUpUses: number | null
  readonly topUpPriceMinor: number | null
  readonly timeZone: string
  readonly valueMinorMax: number | null
  readonly usesPerOrderMax: number
  readonly paysFees: boolean
  readonly isAtDoor: boolean
  readonly isActive: boolean
}

const productColumns =
  sql.raw(`p.id as "productId", p.offering_id as "offeringId", p.merchant_id as "merchantId",
  m.name as "merchantName", p.name, p.description, p.image_url as "imageUrl", p.uses, p.price_minor as "priceMinor",
  p.top_up_uses as "topUpUses", p.top_up_price_minor as "topUpPriceMinor", p.valid_from as "validFrom",
  p.valid_until as "validUntil", p.valid_days as "validDays", p.valid_days_from as "validDaysFrom",
  p.time_zone as "timeZone", p.sources, p.items, p.merchant_ids as "merchantIds", p.weekdays,
  p.hour_from as "hourFrom", p.hour_until as "hourUntil", p.value_minor_max as "valueMinorMax",
  p.uses_per_order_max as "usesPerOrderMax", p.pays_fees as "paysFees", p.is_at_door as "isAtDoor",
  p.is_active as "isActive"`)

/** Products by id, or all on sale (`isAny`: all products) when no ids are given; optionally of one merchant only. */
export async function readProducts(
  context: Db,
  filter: {
    readonly productIds?: readonly number[]
    readonly merchantId?: number
    readonly isAny?: boolean
  } = {},
): Promise<Product[]> {
  const { productIds, merchantId, isAny = false } = filter
  const { rows } = await sql<Product>`
    select ${productColumns} from multipass_product p join merchant_summary m on m.merchant_id = p.merchant_id
    where ${productIds ? sql`p.id = any(${[...productIds]}::integer[])` : isAny ? sql`true` : sql`p.is_active`}
      and ${merchantId === undefined ? sql`true` : sql`p.merchant_id = ${merchantId}`}
    order by p.id`.execute(context.db)
  return rows
}

/** A card with the current state of its ticket. */
export interface Card {
  readonly ticketId: number
  readonly productId: number
  readonly offeringId: number
  readonly soldAt: Date
  readonly firstUsedAt: Date | null
  readonly issueNumber: number
  /** Number of the specification's ticket status. */
  readonly ticketStatus: number
  readonly orderId: number
}

const cardColumns =
  sql.raw(`c.ticket_id as "ticketId", c.product_id as "productId", c.offering_id as "offeringId",
  c.sold_at as "soldAt", c.first_used_at as "firstUsedAt", t.issue_number as "issueNumber",
  t.status as "ticketStatus", t.order_id as "orderId"`)

export async function readCard(context: Db, ticketId: number): Promise<Card | undefined> {
  return (await readCards(context, [ticketId]))[0]
}

export async function readCards(context: Db, ticketIds: readonly number[]): Promise<Card[]> {
  const { rows } = await sql<Card>`
    select ${cardColumns} from multipass_card c join ticket_summary t on t.ticket_id = c.ticket_id
    where c.ticket_id = any(${[...ticketIds]}::bigint[])`.execute(context.db)
  return rows
}

/** The cards that a session or customer holds, bought or received by transfer; the newest first. */
export async function readCardsOf(
  context: Db,
  holder: { readonly sessionId: string; readonly customerId: string | null },
  most: number,
): Promise<Card[]> {
  const { sessionId, customerId } = holder
  const { rows } = await sql<Card>`
    select ${cardColumns} from multipass_card c
    join ticket_summary t on t.ticket_id = c.ticket_id
    join ticket_holder h on h.ticket_id = c.ticket_id
    join order_summary o on o.order_id = t.order_id
    where case
      when h.holder_customer_id is not null then h.holder_customer_id = ${customerId}::uuid
      when h.holder_session_id is not null then h.holder_session_id = ${sessionId}::uuid
      when o.customer_id is not null then o.customer_id = ${customerId}::uuid
      else o.session_id = ${sessionId}::uuid end
    order by c.ticket_id desc limit ${most}`.execute(context.db)
  return rows
}

export const entryKinds = [
  'issued',
  'topped-up',
  'used',
  'returned',
  'door',
  'door-undone',
] as const
export type EntryKind = (typeof entryKinds)[number]

export interface NewEntry {
  readonly ticketId: number
  readonly kind: EntryKind
  /** Negative when a use was taken. */
  readonly uses: number
  /** Entries with the same key are written once. */
  readonly key: string
  readonly orderId: number | null
  readonly item: SoldItem | null
}

/** Writes entries whose keys do not exist yet; their cards count as changed. Returns how many were written. */
export async function addEntries(context: Context, entries: readonly NewEntry[]): Promise<number> {
  if (entries.length === 0) return 0
  const { rows } = await sql<{ count: number }>`
    with written as (
      insert into multipass_entry (ticket_id, kind, uses, idempotency_key, order_id, item, created_at)
      select "ticketId", kind, uses, key, "orderId", item, ${context.clock.now()}
      from json_to_recordset(${JSON.stringify(entries)}::json) as n(
        "ticketId" bigint, kind text, uses integer, key text, "orderId" bigint, item jsonb)
      on conflict (idempotency_key) do nothing
      returning ticket_id
    ), changed as (
      update multipass_card set changed_transaction = pg_current_xact_id()
      where ticket_id in (select ticket_id from written)
    )
    select count(*)::int as count from written`.execute(context.db)
  return rows[0]?.count ?? 0
}

export interface CardUses {
  readonly ticketId: number
  readonly soldAt: Date
  readonly firstUsedAt: Date | null
  /** Granted and not taken; those held by open orders are included. */
  readonly usesLeft: number
}

/** Uses of a product's cards: of all, or of those changed since a transaction and those of the given tickets. */
export async function readCardUses(
  context: Db,
  productId: number,
  { since, ticketIds }: { readonly since: string | null; readonly ticketIds: readonly number[] },
): Promise<CardUses[]> {
  const { rows } = await sql<CardUses>`
    select c.ticket_id as "ticketId", c.sold_at as "soldAt", c.first_used_at as "firstUsedAt",
      (select coalesce(sum(e.uses), 0)::int from multipass_entry e where e.ticket_id = c.ticket_id) as "usesLeft"
    from multipass_card c
    where c.product_id = ${productId} and (${since === null}
      or c.changed_transaction >= ${since ?? '0'}::xid8 or c.ticket_id = any(${[...ticketIds]}::bigint[]))
    order by c.ticket_id`.execute(context.db)
  return rows
}

export interface Entry {
  readonly kind: EntryKind
  readonly uses: number
  /** Remaining uses afterwards, including held ones. */
  readonly left: number
  readonly orderNumber: string | null
  readonly item: SoldItem | null
  readonly at: Date
}

/** The history of a card, the newest first. */
export async function readEntries(context: Db, ticketId: number, most: number): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    select e.kind, e.uses, (sum(e.uses) over (order by e.id))::int as left, o.order_number as "orderNumber", e.item,
      e.created_at as at
    from multipass_entry e left join order_summary o on o.order_id = e.order_id
    where e.ticket_id = ${ticketId} order by e.id desc limit ${most}`.execute(context.db)
  return rows
}

/** Total number of uses that a card was granted. */
export async function readGranted(context: Db, ticketId: number): Promise<number> {
  const { rows } = await sql<{ granted: number }>`
    select coalesce(sum(uses), 0)::int as granted from multipass_entry
    where ticket_id = ${ticketId} and kind in ('issued', 'topped-up')`.execute(context.db)
  return rows[0]?.granted ?? 0
}

/** Records the first use of cards, from which the validity of some products is counted. */
export async function recordFirstUse(
  context: Db,
  ticketIds: readonly number[],
  at: Date,
): Promise<void> {
  await sql`
    update multipass_card set first_used_at = ${at}
    where ticket_id = any(${[...ticketIds]}::bigint[]) and first_used_at is null`.execute(
    context.db,
  )
}

/** Ticket identifier and order number of each card, by ticket id; the order of a received card is its giver's. */
export async function readTicketReferences(
  context: Db,
  ticketIds: readonly number[],
): Promise<ReadonlyMap<number, { ticketIdentifier: string; orderNumber: string }>> {
  const { rows } = await sql<{ id: number; ticketIdentifier: string; orderNumber: string }>`
    select t.ticket_id as id, t.identifier as "ticketIdentifier",
      case when h.holder_session_id is null and h.holder_customer_id is null then o.order_number else '' end
        as "orderNumber"
    from ticket_summary t join order_summary o on o.order_id = t.order_id
    join ticket_holder h on h.ticket_id = t.ticket_id
    where t.ticket_id = any(${[...ticketIds]}::bigint[])`.execute(context.db)
  return new Map(rows.map(({ id, ...reference }) => [id, reference]))
}

/** A partner's order by the partner's own id. */
export interface PartnerOrder {
  readonly ticketId: number
  readonly ticketTypeId: number
  readonly orderKey: string | null
}

/** Reserves a partner's id for a card and a ticket type. Returns its reservation, by this or an earlier request. */
export async function claimPartnerOrder(
  context: Context,
  claim: { readonly identifier: string; readonly ticketId: number; readonly ticketTypeId: number },
): Promise<PartnerOrder> {
  const { identifier, ticketId, ticketTypeId } = claim
  const { channel } = context
  await sql`
    insert into multipass_partner_order (channel, identifier, ticket_id, ticket_type_id, created_at)
    values (${channel}, ${identifier}, ${ticketId}, ${ticketTypeId}, ${context.clock.now()})
    on conflict (channel, identifier) do nothing`.execute(context.db)
  const { rows } = await sql<PartnerOrder>`
    select ticket_id as "ticketId", ticket_type_id as "ticketTypeId", order_key as "orderKey"
    from multipass_partner_order where channel = ${channel} and identifier = ${identifier}`.execute(
    context.db,
  )
  const [row] = rows
  if (!row) throw new Error('A reserved partner order does not exist')
  return row
}

/** Replaces the order of a partner's id if it is still `from`. Returns whether it was. */
export async function replacePartnerOrder(
  context: Context,
  identifier: string,
  change: { readonly from: string | null; readonly to: string },
): Promise<boolean> {
  const done = await sql`
    update multipass_partner_order set order_key = ${change.to}
    where channel = ${context.channel} and identifier = ${identifier}
      and order_key is not distinct from ${change.from}::uuid`.execute(context.db)
  return done.numAffectedRows === 1n
}

/** The event that sells tickets of this type. */
export async function readEventOfType(
  context: Db,
  ticketTypeId: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ eventId: number }>`
    select event_id as "eventId" from ticket_type_summary where ticket_type_id = ${ticketTypeId}`.execute(
    context.db,
  )
  return rows[0]?.eventId
}

export async function readIdentifiers(context: Db, orderId: number): Promise<string[]> {
  const { rows } = await sql<{ identifier: string }>`
    select identifier from ticket_summary where order_id = ${orderId} order by ticket_id`.execute(
    context.db,
  )
  return rows.map(({ identifier }) => identifier)
}

/** The receiver of a transferred ticket: a customer, or a guest. */
export async function readHolder(
  context: Db,
  ticketId: number,
): Promise<{ readonly customerId: string | null; readonly isGuest: boolean }> {
  const { rows } = await sql<{ customerId: string | null; isGuest: boolean }>`
    select holder_customer_id as "customerId", holder_session_id is not null as "isGuest"
    from ticket_holder where ticket_id = ${ticketId}`.execute(context.db)
  return rows[0] ?? { customerId: null, isGuest: false }
}

export type NewProduct = Omit<Product, 'productId' | 'offeringId' | 'merchantName' | 'isActive'>

/** Reads a product, locked until the open transaction ends. */
export async function lockProduct(context: Db, productId: number): Promise<Product | undefined> {
  await sql`select from multipass_product where id = ${productId} for update`.execute(context.db)
  const [product] = await readProducts(context, { productIds: [productId] })
  return product
}

/** Inserts a product whose cards are counted by this offering. Returns its id. */
export async function insertProduct(
  context: Db,
  offeringId: number,
  product: NewProduct,
): Promise<number> {
  const { id } = await context.db
    .insertInto('multipass_product')
    .values({
      offering_id: offeringId,
      ...rowOf(product),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateProduct(
  context: Db,
  productId: number,
  product: NewProduct,
  isActive: boolean,
): Promise<void> {
  await context.db
    .updateTable('multipass_product')
    .set({ ...rowOf(product), is_active: isActive })
    .where('id', '=', productId)
    .execute()
}

/** Sells a product by another offering from now on. */
export async function moveProduct(
  context: Context,
  productId: number,
  offeringId: number,
): Promise<void> {
  await context.db
    .updateTable('multipass_product')
    .set({ offering_id: offeringId })
    .where('id', '=', productId)
    .execute()
}

function rowOf(product: NewProduct) {
  return {
    merchant_id: product.merchantId,
    name: JSON.stringify(product.name),
    description: JSON.stringify(product.description),
    image_url: product.imageUrl,
    uses: product.uses,
    price_minor: product.priceMinor,
    top_up_uses: product.topUpUses,
    top_up_price_minor: product.topUpPriceMinor,
    valid_from: product.validFrom,
    valid_until: product.validUntil,
    valid_days: product.validDays,
    valid_days_from: product.validDaysFrom,
    time_zone: product.timeZone,
    sources: product.sources && [...product.sources],
    items: product.items && JSON.stringify(product.items),
    merchant_ids: product.merchantIds && [...product.merchantIds],
    weekdays: product.weekdays && [...product.weekdays],
    hour_from: product.hourFrom,
    hour_until: product.hourUntil,
    value_minor_max: product.valueMinorMax,
    uses_per_order_max: product.usesPerOrderMax,
    pays_fees: product.paysFees,
    is_at_door: product.isAtDoor,
  }
}
