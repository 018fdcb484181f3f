/** SQL of merchants' webhooks, always restricted to one merchant. */
import { sql, type RawBuilder } from 'kysely'
import type { Context, StaffActor } from '#platform/context.ts'
import type { WebhookMessageSort, WebhookMessageView } from '../contract.ts'

export interface Endpoint {
  readonly endpointId: number
  readonly url: string
  readonly isActive: boolean
  readonly createdAt: Date
  readonly waitingCount: number
  readonly givenUpCount: number
}

export async function readEndpoints(
  context: Context,
  { merchantId }: StaffActor,
  endpointId: number | null = null,
): Promise<Endpoint[]> {
  const { rows } = await sql<Endpoint>`
    select e.id as "endpointId", e.url, e.is_active as "isActive", e.created_at as "createdAt",
      (select count(*)::int from webhook_message where endpoint_id = e.id and state = 'waiting') as "waitingCount",
      (select count(*)::int from webhook_message where endpoint_id = e.id and state = 'given-up') as "givenUpCount"
    from webhook_endpoint e
    where e.merchant_id = ${merchantId} and (${endpointId}::integer is null or e.id = ${endpointId}::integer)
    order by e.id`.execute(context.db)
  return rows
}

/** Adds an endpoint, in a transaction; returns its id, or null when the merchant already has `max` endpoints. */
export async function insertEndpoint(
  context: Context,
  actor: StaffActor,
  endpoint: { readonly url: string; readonly secret: Buffer; readonly max: number },
): Promise<number | null> {
  // Serialises insertions per merchant; otherwise concurrent calls could exceed the limit.
  await sql`select pg_advisory_xact_lock(hashtext('webhook_endpoint'), ${actor.merchantId})`.execute(
    context.db,
  )
  const { rows } = await sql<{ id: number }>`
    insert into webhook_endpoint (merchant_id, url, secret, created_by, created_at)
    select ${actor.merchantId}, ${endpoint.url}, ${endpoint.secret}, ${actor.staffId}, ${context.clock.now()}
    where (select count(*) from webhook_endpoint where merchant_id = ${actor.merchantId}) < ${endpoint.max}
    returning id`.execute(context.db)
  return rows[0]?.id ?? null
}

export async function switchEndpoint(
  context: Context,
  { merchantId }: StaffActor,
  { endpointId, isActive }: { readonly endpointId: number; readonly isActive: boolean },
): Promise<boolean> {
  const done = await context.db
    .updateTable('webhook_endpoint')
    .set({ is_active: isActive })
    .where('id', '=', endpointId)
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst()
  return done.numUpdatedRows === 1n
}

interface MessageRow {
  readonly id: number
  readonly messageId: string
  readonly type: string
  readonly state: WebhookMessageView['state']
  readonly orderNumber: string
  readonly createdAt: Date
  readonly deliveredAt: Date | null
  readonly nextAttemptAt: Date
}

interface AttemptRow {
  readonly messageId: number
  readonly at: Date
  readonly durationMs: number
  readonly httpStatus: number | null
  readonly problem: string | null
}

const states: readonly WebhookMessageView['state'][] = ['delivered', 'waiting', 'given-up']
const stage = sql`array_position(${[...states]}::text[], m.state)`

/** Of equal messages the newest is first. */
const orders: Record<WebhookMessageSort, RawBuilder<unknown>> = {
  newest: sql`m.id desc`,
  oldest: sql`m.id`,
  order: sql`o.order_number, m.id desc`,
  orderReversed: sql`o.order_number desc, m.id desc`,
  state: sql`${stage}, m.id desc`,
  stateReversed: sql`${stage} desc, m.id desc`,
}

/** Messages of an endpoint in an order, or one message by its id, each with its latest attempts. */
export async function readMessages(
  context: Context,
  { merchantId }: StaffActor,
  which:
    | {
        readonly endpointId: number
        readonly sort: WebhookMessageSort
        readonly offset: number
        readonly limit: number
      }
    | { readonly messageId: string },
): Promise<{ totalCount: number; items: WebhookMessageView[] }> {
  const condition = sql`e.merchant_id = ${merchantId} and ${
    'messageId' in which
      ? sql`m.message_id = ${which.messageId}`
      : sql`m.endpoint_id = ${which.endpointId}`
  }`
  const { sort, offset, limit } =
    'messageId' in which ? { sort: 'newest' as const, offset: 0, limit: 1 } : which
  const { rows } = await sql<MessageRow & { totalCount: number }>`
    select m.id, m.message_id as "messageId", m.type, m.state, o.order_number as "orderNumber", m.created_at as "createdAt",
      m.delivered_at as "deliveredAt", m.next_attempt_at as "nextAttemptAt", (count(*) over ())::int as "totalCount"
    from webhook_message m join webhook_endpoint e on e.id = m.endpoint_id join order_summary o on o.order_id = m.order_id
    where ${condition} order by ${orders[sort]} offset ${offset} limit ${limit}`.execute(context.db)
  const { rows: attempts } = await sql<AttemptRow>`
    select message_id as "messageId", attempted_at as at, duration_ms as "durationMs", http_status as "httpStatus", problem
    from webhook_attempt where message_id = any(${rows.map(({ id }) => id)}::bigint[]) order by id desc`.execute(
    context.db,
  )
  const items = rows.map((row) => ({
    messageId: row.messageId,
    type: row.type,
    state: row.state,
    orderNumber: row.orderNumber,
    createdAt: row.createdAt.toISOString(),
    deliveredAt: row.deliveredAt?.toISOString() ?? null,
    nextAttemptAt: row.state === 'waiting' ? row.nextAttemptAt.toISOString() : null,
    attempts: attempts
      .filter(({ messageId }) => messageId === row.id)
      .map(({ at, durationMs, httpStatus, problem }) => ({
        at: at.toISOString(),
        durationMs,
        httpStatus,
        problem,
      })),
  }))
  return { totalCount: rows[0]?.totalCount ?? 0, items }
}

/** Makes a message due immediately; returns whether the merchant has such a message. */
export async function replayMessage(
  context: Context,
  { merchantId }: StaffActor,
  messageId: string,
): Promise<boolean> {
  const done = await sql`
    update webhook_message m set state = 'waiting', attempt_count = 0, delivered_at = null,
      next_attempt_at = ${context.clock.now()}
    from webhook_endpoint e
    where e.id = m.endpoint_id and e.merchant_id = ${merchantId} and m.message_id = ${messageId}`.execute(
    context.db,
  )
  return done.numAffectedRows === 1n
}
