import { sql } from 'kysely'
import type { Locale } from '#kernel/locale.ts'
import type { Context } from '#platform/context.ts'
import type { PurchaseRequestStatus } from '../contract.ts'
import { openStatuses } from './rules.ts'

export interface PurchaseRequest {
  readonly id: number
  readonly eventId: number
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

/** Who asks: a customer by their account, anybody else by their session. */
export interface Asker {
  readonly sessionId: string
  readonly customerId: string | null
}

const columns = sql`id, event_id as "eventId", ticket_type_id as "ticketTypeId",
  customer_id as "customerId", status, name, email, phone, quantity, message, locale,
  created_at as "createdAt", updated_at as "updatedAt"`

function isOwn({ sessionId, customerId }: Asker) {
  return sql`(customer_id = ${customerId}::uuid
    or (customer_id is null and session_id = ${sessionId}::uuid))`
}

const isOpen = sql`status = any(${openStatuses}::text[])`

type RequestedTickets = Pick<
  PurchaseRequest,
  'eventId' | 'ticketTypeId' | 'name' | 'email' | 'phone' | 'quantity' | 'message'
>

/** A request made as a guest goes over to the account, unless the account has one of its own. */
export async function claimRequest(context: Context, asker: Asker, eventId: number): Promise<void> {
  const { sessionId, customerId } = asker
  await sql`
    update purchase_request set customer_id = ${customerId}::uuid
    where event_id = ${eventId} and customer_id is null and session_id = ${sessionId}::uuid
      and ${isOpen} and not exists (select from purchase_request other
        where other.event_id = ${eventId} and other.customer_id = ${customerId}::uuid
          and other.status = any(${openStatuses}::text[]))
  `.execute(context.db)
}

/** Writes a new request, or what is asked for into the open one; in one statement, so that two clicks meet. */
export async function upsertRequest(
  context: Context,
  asker: Asker,
  requested: RequestedTickets,
): Promise<PurchaseRequest & { readonly isNew: boolean }> {
  const now = context.clock.now()
  const { sessionId, customerId } = asker
  const target =
    customerId === null
      ? sql`(event_id, session_id) where customer_id is null and status in ('New', 'Accepted')`
      : sql`(event_id, customer_id) where customer_id is not null and status in ('New', 'Accepted')`
  const result = await sql<PurchaseRequest & { isNew: boolean }>`
    insert into purchase_request (event_id, ticket_type_id, session_id, customer_id, name, email, phone,
      quantity, message, locale, created_at, updated_at)
    values (${requested.eventId}, ${requested.ticketTypeId}, ${sessionId}, ${customerId}, ${requested.name},
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
  asker: Asker,
  options: { readonly eventId: number | undefined; readonly most: number },
): Promise<PurchaseRequest[]> {
  const result = await sql<PurchaseRequest>`
    select ${columns} from purchase_request
    where ${isOwn(asker)} and (${options.eventId ?? null}::integer is null
      or event_id = ${options.eventId ?? null}::integer)
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

/** Changes the state of a request that is in one of `from`; undefined otherwise. */
export async function updateStatus(
  context: Context,
  which: { readonly requestId: number } | { readonly eventId: number; readonly asker: Asker },
  change: { readonly from: readonly PurchaseRequestStatus[]; readonly to: PurchaseRequestStatus },
): Promise<PurchaseRequest | undefined> {
  const where =
    'requestId' in which
      ? sql`id = ${which.requestId}`
      : sql`event_id = ${which.eventId} and ${isOwn(which.asker)}`
  const result = await sql<PurchaseRequest>`
    update purchase_request set status = ${change.to}, updated_at = ${context.clock.now()}
    where ${where} and status = any(${change.from}::text[])
    returning ${columns}
  `.execute(context.db)
  return result.rows[0]
}

export interface RequestFilter {
  readonly eventId: number
  readonly status?: PurchaseRequestStatus | undefined
  /** Parts of what was written, in any letter case. */
  readonly name?: string | undefined
  readonly email?: string | undefined
  /** Other signs than digits do not count. */
  readonly phoneNumber?: string | undefined
  readonly from: Date | null
  /** Exclusive. */
  readonly until: Date | null
  readonly offset: number
  readonly limit: number
}

/** Requests of an event, newest first. No check of who asks. */
export async function readRequests(
  context: Context,
  options: RequestFilter,
): Promise<{ requests: PurchaseRequest[]; totalCount: number }> {
  const digits = options.phoneNumber?.replaceAll(/\D/g, '') ?? ''
  const where = sql`event_id = ${options.eventId}
      and (${options.status ?? null}::text is null or status = ${options.status ?? null}::text)
      and lower(name) like ${partOf(options.name)} and lower(email) like ${partOf(options.email)}
      and regexp_replace(phone, '\\D', '', 'g') like ${`%${digits}%`}
      and (${options.from}::timestamptz is null or created_at >= ${options.from}::timestamptz)
      and (${options.until}::timestamptz is null or created_at < ${options.until}::timestamptz)`
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

/** A pattern that finds what was typed anywhere, letter by letter. */
function partOf(typed = ''): string {
  return `%${typed.toLowerCase().replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`
}

/** A step of a request. */
export interface RequestMove {
  readonly requestId: number
  readonly status: PurchaseRequestStatus
  readonly at: Date
  /** Full name of the member of staff who decided; null for whoever asked. */
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

/** Steps of these requests, the first first. */
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

/** How many requests of these events there are, and how many of them wait. */
export interface RequestCount {
  readonly eventId: number
  readonly requestCount: number
  readonly newCount: number
  /** Tickets of those that are open. */
  readonly ticketCount: number
}

export async function countRequests(
  context: Context,
  eventIds: readonly number[],
): Promise<RequestCount[]> {
  const { rows } = await sql<RequestCount>`
    select event_id as "eventId", count(*)::int as "requestCount",
      (count(*) filter (where status = 'New'))::int as "newCount",
      (coalesce(sum(quantity) filter (where ${isOpen}), 0))::int as "ticketCount"
    from purchase_request where event_id = any(${[...eventIds]}::integer[]) group by event_id`.execute(
    context.db,
  )
  return rows
}
