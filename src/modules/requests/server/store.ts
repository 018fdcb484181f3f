import { sql } from 'kysely'
import { phoneDigitsOf } from '#kernel/phone-shape.ts'
import type { Locale } from '#kernel/locale.ts'
import { foldForSearch } from '#kernel/search-fold.ts'
import type { SoldItem } from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { PurchaseRequestStatus } from '../contract.ts'
import { openStatuses } from './rules.ts'

export interface PurchaseRequest extends SoldItem {
  readonly id: number
  /** Organiser of the item. */
  readonly merchantId: number
  readonly ticketTypeId: number | null
  readonly customerId: string | null
  readonly status: PurchaseRequestStatus
  readonly name: string
  readonly email: string
  readonly phone: string
  readonly quantity: number
  readonly message: string
  readonly locale: Locale
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** The requester: customers by their account, guests by their session. */
export interface Requester {
  readonly sessionId: string
  readonly customerId: string | null
}

const columns = sql`id, source, item_id as "itemId", leg_from as "legFrom", leg_to as "legTo",
  merchant_id as "merchantId", ticket_type_id as "ticketTypeId",
  customer_id as "customerId", status, name, email, phone, quantity, message, locale,
  created_at as "createdAt", updated_at as "updatedAt"`

function isOwn({ sessionId, customerId }: Requester) {
  return sql`(customer_id = ${customerId}::uuid
    or (customer_id is null and session_id = ${sessionId}::uuid))`
}

/** `row`: alias of the table in a query. */
function isOfItem({ source, itemId, legFrom, legTo }: SoldItem, row = 'purchase_request') {
  const column = (name: string) => sql.ref(`${row}.${name}`)
  return sql`(${column('item_id')} = ${itemId} and ${column('leg_from')} = ${legFrom}
    and ${column('leg_to')} = ${legTo} and ${column('source')} = ${source})`
}

const isOpen = sql`status = any(${openStatuses}::text[])`

type RequestedTickets = Pick<
  PurchaseRequest,
  | keyof SoldItem
  | 'merchantId'
  | 'ticketTypeId'
  | 'name'
  | 'email'
  | 'phone'
  | 'quantity'
  | 'message'
>

/** Assigns a guest's request to their account, unless the account has an open one for the item. */
export async function claimRequest(
  context: Context,
  requester: Requester,
  item: SoldItem,
): Promise<void> {
  const { sessionId, customerId } = requester
  await sql`
    update purchase_request set customer_id = ${customerId}::uuid
    where ${isOfItem(item)} and customer_id is null and session_id = ${sessionId}::uuid
      and ${isOpen} and not exists (select from purchase_request other
        where ${isOfItem(item, 'other')} and other.customer_id = ${customerId}::uuid
          and other.status = any(${openStatuses}::text[]))
  `.execute(context.db)
}

/** Inserts a request or updates the open one, in one statement, so that concurrent clicks result in one request. */
export async function upsertRequest(
  context: Context,
  requester: Requester,
  requested: RequestedTickets,
): Promise<PurchaseRequest & { readonly isNew: boolean }> {
  const now = context.clock.now()
  const { sessionId, customerId } = requester
  const target =
    customerId === null
      ? sql`(item_id, leg_from, leg_to, source, session_id) where customer_id is null and status in ('New', 'Accepted')`
      : sql`(item_id, leg_from, leg_to, source, customer_id) where customer_id is not null and status in ('New', 'Accepted')`
  const result = await sql<PurchaseRequest & { isNew: boolean }>`
    insert into purchase_request (source, item_id, leg_from, leg_to, merchant_id, ticket_type_id, session_id,
      customer_id, name, email, phone, quantity, message, locale, created_at, updated_at)
    values (${requested.source}, ${requested.itemId}, ${requested.legFrom}, ${requested.legTo},
      ${requested.merchantId}, ${requested.ticketTypeId}, ${sessionId}, ${customerId}, ${requested.name},
      ${requested.email}, ${requested.phone}, ${requested.quantity}, ${requested.message}, ${context.locale}, ${now}, ${now})
    on conflict ${target} do update set ticket_type_id = excluded.ticket_type_id,
      name = excluded.name, email = excluded.email, phone = excluded.phone,
      quantity = excluded.quantity, message = excluded.message, locale = excluded.locale,
      updated_at = excluded.updated_at
    returning ${columns}, xmax = 0 as "isNew"
  `.execute(context.db)
  return result.rows[0] as PurchaseRequest & { isNew: boolean }
}

export async function readOwnRequests(
  context: Context,
  requester: Requester,
  options: {
    readonly source: string
    /** All items of all sources when absent. */
    readonly itemId: number | undefined
    readonly most: number
  },
): Promise<PurchaseRequest[]> {
  const result = await sql<PurchaseRequest>`
    select ${columns} from purchase_request
    where ${isOwn(requester)} and (${options.itemId ?? null}::integer is null
      or (source = ${options.source} and item_id = ${options.itemId ?? null}::integer))
    order by created_at desc, id desc limit ${options.most}
  `.execute(context.db)
  return result.rows
}

export async function readRequest(
  context: Context,
  requestId: number,
): Promise<PurchaseRequest | undefined> {
  const result = await sql<PurchaseRequest>`
    select ${columns} from purchase_request where id = ${requestId}`.execute(context.db)
  return result.rows[0]
}

/** Changes the state of a request that is in one of the states `from`; returns undefined otherwise. */
export async function updateStatus(
  context: Context,
  which:
    | { readonly requestId: number }
    | { readonly item: SoldItem; readonly requester: Requester },
  change: { readonly from: readonly PurchaseRequestStatus[]; readonly to: PurchaseRequestStatus },
): Promise<PurchaseRequest | undefined> {
  const where =
    'requestId' in which
      ? sql`id = ${which.requestId}`
      : sql`${isOfItem(which.item)} and ${isOwn(which.requester)}`
  const result = await sql<PurchaseRequest>`
    update purchase_request set status = ${change.to}, updated_at = ${context.clock.now()}
    where ${where} and status = any(${change.from}::text[])
    returning ${columns}
  `.execute(context.db)
  return result.rows[0]
}

export interface RequestFilter {
  /** All merchants when absent. */
  readonly merchantId?: number | undefined
  readonly source?: string | undefined
  readonly itemId?: number | undefined
  readonly legFrom?: number | undefined
  readonly legTo?: number | undefined
  readonly status?: PurchaseRequestStatus | undefined
  /** Matched as substrings, ignoring letter case. */
  readonly name?: string | undefined
  readonly email?: string | undefined
  /** Other characters than digits are ignored. */
  readonly phoneNumber?: string | undefined
  readonly from?: Date | null
  /** Exclusive. */
  readonly until?: Date | null
  readonly offset: number
  readonly limit: number
}

/** Requests that match all filters, newest first. Does not check permissions. */
export async function readRequests(
  context: Context,
  options: RequestFilter,
): Promise<{ requests: PurchaseRequest[]; totalCount: number }> {
  const { merchantId, source, itemId, legFrom, legTo, status, from, until } = options
  const digits = phoneDigitsOf(options.phoneNumber ?? '')
  const named = (
    [
      [sql`merchant_id =`, merchantId],
      [sql`source =`, source],
      [sql`item_id =`, itemId],
      [sql`leg_from =`, legFrom],
      [sql`leg_to =`, legTo],
      [sql`status =`, status],
      [sql`created_at >=`, from],
      [sql`created_at <`, until],
    ] as const
  ).flatMap(([condition, value]) => (value == null ? [] : [sql`${condition} ${value}`]))
  const typed = sql`search_fold(name) like ${partOf(foldForSearch(options.name ?? ''))} and lower(email) like ${partOf(options.email)}
    and regexp_replace(phone, '\\D', '', 'g') like ${`%${digits}%`}`
  const where = sql.join([typed, ...named], sql` and `)
  const counted = await sql<{ count: number }>`
    select count(*) as count from purchase_request where ${where}`.execute(context.db)
  const result = await sql<PurchaseRequest>`
    select ${columns} from purchase_request
    where ${where}
    order by created_at desc, id desc
    offset ${options.offset} limit ${options.limit}
  `.execute(context.db)
  return { requests: result.rows, totalCount: counted.rows[0]?.count ?? 0 }
}

/** `like` pattern that matches the text literally at any position. */
function partOf(typed = ''): string {
  return `%${typed.toLowerCase().replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`
}

/** A state change of a request. */
export interface RequestMove {
  readonly requestId: number
  readonly status: PurchaseRequestStatus
  readonly at: Date
  /** Full name of the member of staff who decided; null for the requester. */
  readonly by: string | null
  readonly answer: string
}

export async function addMove(
  context: Context,
  move: {
    readonly requestId: number
    readonly status: PurchaseRequestStatus
    readonly staffId: string | null
    readonly answer: string
  },
): Promise<void> {
  await context.db
    .insertInto('purchase_request_move')
    .values({
      request_id: move.requestId,
      status: move.status,
      staff_id: move.staffId,
      answer: move.answer,
      moved_at: context.clock.now(),
    })
    .execute()
}

/** State changes of these requests, oldest first. */
export async function readMoves(
  context: Context,
  requestIds: readonly number[],
): Promise<RequestMove[]> {
  const { rows } = await sql<RequestMove>`
    select m.request_id as "requestId", m.status, m.moved_at as at, s.full_name as by, m.answer
    from purchase_request_move m left join staff_summary s on s.staff_id = m.staff_id
    where m.request_id = any(${[...requestIds]}::bigint[]) order by m.id`.execute(context.db)
  return rows
}

/** Number of requests for an item, and how many of them are undecided. */
export interface RequestCount extends SoldItem {
  readonly requestCount: number
  readonly newCount: number
  /** Number of tickets in open requests. */
  readonly ticketCount: number
}

/** Up to `most` items of a merchant with requests, those with the newest requests first. */
export async function countRequests(
  context: Context,
  { merchantId, most }: { readonly merchantId: number; readonly most: number },
): Promise<RequestCount[]> {
  const { rows } = await sql<RequestCount>`
    select source, item_id as "itemId", leg_from as "legFrom", leg_to as "legTo", count(*)::int as "requestCount",
      (count(*) filter (where status = 'New'))::int as "newCount",
      (coalesce(sum(quantity) filter (where ${isOpen}), 0))::int as "ticketCount"
    from purchase_request where merchant_id = ${merchantId}
    group by source, item_id, leg_from, leg_to
    order by count(*) filter (where status = 'New') > 0 desc, max(created_at) desc limit ${most}`.execute(
    context.db,
  )
  return rows
}

/** A customer's requests, for the export of their data. */
export async function exportRequests(
  context: Context,
  customerId: string,
): Promise<{ requests: object[] }> {
  const { rows } = await sql<PurchaseRequest>`
    select ${columns} from purchase_request where customer_id = ${customerId}::uuid order by id`.execute(
    context.db,
  )
  return {
    requests: rows.map(({ id, customerId: _own, merchantId: _merchant, ...rest }) => ({
      requestId: id,
      ...rest,
    })),
  }
}

/** Deletes a customer's personal data from their requests and withdraws the open ones. */
export async function eraseRequests(context: Context, customerId: string): Promise<void> {
  await sql`
    with erased as (
      update purchase_request set name = '', email = '', phone = '', message = '',
        status = case when ${isOpen} then 'Withdrawn' else status end, updated_at = ${context.clock.now()}
      where customer_id = ${customerId}::uuid returning id)
    update purchase_request_move set answer = '' where request_id in (select id from erased)`.execute(
    context.db,
  )
}
