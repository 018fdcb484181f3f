import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { ok } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { createTtlCache } from '#platform/ttl-cache.ts'
import type { Token, SaleQueue } from './rules.ts'
import { subjectKey, type QueueSubject } from './subject.ts'

/** How late a process notices that a queue was opened or closed. */
const queueCacheMilliseconds = 1_000
/** A crowd that looks at one line shares its letting in and its counting. */
const queueCountCacheMilliseconds = 200
const queueCountCacheMax = 200
/** A look is written down only so often. */
const seenEverySeconds = 10

const queueColumns = sql.raw(`id as "queueId", source, group_id as "groupId", item_id as "itemId",
  admitted_max as "admittedMax", admitted_minutes as "admittedMinutes",
  idle_seconds as "idleSeconds", asks_phone as "asksPhone"`)

/** Those that are on, by `subjectKey`. */
const cachedQueues = createTtlCache<'all', ReadonlyMap<string, SaleQueue>>({
  milliseconds: queueCacheMilliseconds,
  most: 1,
  read: async (context) => {
    const { rows } = await sql<SaleQueue>`
      select ${queueColumns} from waiting_room where is_on`.execute(context.db)
    return new Map(rows.map((queue) => [subjectKey(queue), queue]))
  },
})

/**
 * The queue before an item or its group, at most a second old; undefined when it has none now. The item's own outranks
 * that of its group.
 */
export async function findQueue(
  context: Context,
  subject: QueueSubject,
): Promise<SaleQueue | undefined> {
  const queues = await cachedQueues(context, 'all')
  const own = subject.itemId === null ? undefined : queues.get(subjectKey(subject))
  if (own || subject.groupId === null) return own
  return queues.get(subjectKey({ ...subject, itemId: null }))
}

/** The queue after everybody was let in whom it has room for: ids of those who wait, in order. */
export const countAhead = createTtlCache<number, readonly number[]>({
  milliseconds: queueCountCacheMilliseconds,
  most: queueCountCacheMax,
  read: letIn,
})

/**
 * Sends away who was not heard of, lets in as many as there is room for, first come first served, and answers who
 * still waits. The queue's row is locked first, in a statement of its own, so that two processes never count the same
 * free place twice.
 */
async function letIn(context: Context, queueId: number): Promise<readonly number[]> {
  const done = await inTransaction(context, async (inside) => {
    const now = inside.clock.now()
    const locked = await sql<SaleQueue>`
      select ${queueColumns} from waiting_room where id = ${queueId} and is_on for update
    `.execute(inside.db)
    const [queue] = locked.rows
    if (!queue) return ok([])
    const heardAfter = new Date(now.getTime() - queue.idleSeconds * 1_000)
    const until = new Date(now.getTime() + queue.admittedMinutes * 60_000)
    await sql`
      update waiting_room_token set left_at = ${now}
      where waiting_room_id = ${queueId} and left_at is null and used_at is null
        and (seen_at <= ${heardAfter} or admitted_until <= ${now})`.execute(inside.db)
    await sql`
      update waiting_room_token set admitted_at = ${now}, admitted_until = ${until}
      where id in (
        select id from waiting_room_token
        where waiting_room_id = ${queueId} and admitted_at is null and left_at is null
        order by id
        limit greatest(0, ${queue.admittedMax} - (
          select count(*) from waiting_room_token inside
          where inside.waiting_room_id = ${queueId} and inside.admitted_at is not null
            and inside.left_at is null and inside.used_at is null)))`.execute(inside.db)
    const { rows } = await sql<{ id: number }>`
      select id from waiting_room_token
      where waiting_room_id = ${queueId} and admitted_at is null and left_at is null order by id
    `.execute(inside.db)
    return ok(rows.map((row) => row.id))
  })
  return done.value
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

const tokenColumns = sql.raw(`token.id, room.id as "queueId",
  jsonb_build_object('source', room.source, 'groupId', room.group_id, 'itemId', room.item_id) as about,
  token.seen_at as "seenAt", token.admitted_until as "admittedUntil",
  token.session_id as "sessionId", token.order_key as "orderKey",
  token.used_at as "usedAt", token.left_at as "leftAt"`)

export async function readToken(context: Context, token: string): Promise<Token | undefined> {
  const { rows } = await sql<Token>`
    select ${tokenColumns} from waiting_room_token token
    join waiting_room room on room.id = token.waiting_room_id
    where token_hash = ${hashOf(token)}`.execute(context.db)
  return rows[0]
}

/**
 * Appends a token to the queue. A phone already in it keeps its place and moves it to this token; one that left or
 * became inactive starts at the end.
 */
export async function insertToken(
  context: Context,
  queue: SaleQueue,
  joining: { readonly token: string; readonly phoneHash: Buffer | null },
): Promise<Token> {
  const now = context.clock.now()
  const { queueId } = queue
  const { token, phoneHash } = joining
  const heardAfter = new Date(now.getTime() - queue.idleSeconds * 1_000)
  if (phoneHash)
    await sql`
      update waiting_room_token set left_at = ${now}
      where waiting_room_id = ${queueId} and phone_hash = ${phoneHash} and left_at is null
        and used_at is null and (seen_at <= ${heardAfter} or admitted_until <= ${now})
    `.execute(context.db)
  const { rows } = await sql<Token>`
    with token as (
      insert into waiting_room_token (waiting_room_id, token_hash, phone_hash, joined_at, seen_at)
      values (${queueId}, ${hashOf(token)}, ${phoneHash}, ${now}, ${now})
      on conflict (waiting_room_id, phone_hash) where left_at is null and used_at is null
        do update set token_hash = excluded.token_hash, seen_at = excluded.seen_at,
          session_id = null
      returning *)
    select ${tokenColumns} from token join waiting_room room on room.id = token.waiting_room_id
  `.execute(context.db)
  return rows[0] as Token
}

/** Whether a phone has bought from this line already. */
export async function hasBought(
  context: Context,
  queueId: number,
  phoneHash: Buffer,
): Promise<boolean> {
  const found = await context.db
    .selectFrom('waiting_room_token')
    .select('id')
    .where('waiting_room_id', '=', queueId)
    .where('phone_hash', '=', phoneHash)
    .where('used_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Writes down that somebody looked, now and then. Who is gone stays gone. */
export async function noteSeen(context: Context, token: Token): Promise<void> {
  const now = context.clock.now()
  if (now.getTime() - token.seenAt.getTime() < seenEverySeconds * 1_000) return
  await sql`
    update waiting_room_token set seen_at = ${now} where id = ${token.id} and left_at is null
  `.execute(context.db)
}

export async function writeLeft(context: Context, token: Token): Promise<void> {
  await sql`
    update waiting_room_token set left_at = ${context.clock.now()}
    where id = ${token.id} and left_at is null and used_at is null`.execute(context.db)
}

/** Makes the token this session's, unless it is another's already or not inside any more. */
export async function claimToken(
  context: Context,
  token: Token,
  sessionId: string,
): Promise<Token | undefined> {
  const now = context.clock.now()
  const { rows } = await sql<Token>`
    update waiting_room_token token set session_id = ${sessionId}, seen_at = ${now}
    from waiting_room room
    where room.id = token.waiting_room_id and token.id = ${token.id}
      and (session_id is null or session_id = ${sessionId})
      and left_at is null and used_at is null and admitted_until > ${now}
    returning ${tokenColumns}`.execute(context.db)
  return rows[0]
}

/** Gives the token its order, unless it got another meanwhile. Answers whether it did. */
export async function bindOrder(
  context: Context,
  token: Pick<Token, 'id' | 'orderKey'>,
  orderKey: string,
): Promise<boolean> {
  const result = await sql`
    update waiting_room_token set order_key = ${orderKey}
    where id = ${token.id} and order_key is not distinct from ${token.orderKey}::uuid
  `.execute(context.db)
  return Number(result.numAffectedRows ?? 0) > 0
}

export async function writeUsed(context: Context, token: Pick<Token, 'id'>): Promise<void> {
  await sql`
    update waiting_room_token set used_at = ${context.clock.now()}
    where id = ${token.id} and used_at is null`.execute(context.db)
}

export interface QueueToWrite extends Omit<SaleQueue, 'queueId'> {
  readonly isOn: boolean
}

/** Puts a queue before a group or an item, or changes it; who waits in it keeps the place. Answers its number. */
export async function writeQueue(context: Context, queue: QueueToWrite): Promise<number> {
  const values = {
    is_on: queue.isOn,
    admitted_max: queue.admittedMax,
    admitted_minutes: queue.admittedMinutes,
    idle_seconds: queue.idleSeconds,
    asks_phone: queue.asksPhone,
    updated_at: context.clock.now(),
  }
  const { source, groupId, itemId } = queue
  const { id } = await context.db
    .insertInto('waiting_room')
    .values({ source, group_id: groupId, item_id: itemId, ...values })
    .onConflict((conflict) =>
      conflict.columns(['source', 'group_id', 'item_id']).doUpdateSet(values),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Every line with how many wait and are inside. */
export async function listQueues(context: Context): Promise<
  (QueueToWrite & {
    readonly queueId: number
    readonly waitingCount: number
    readonly insideCount: number
  })[]
> {
  const { rows } = await sql<
    QueueToWrite & { queueId: number; waitingCount: number; insideCount: number }
  >`
    select room.id as "queueId", source, group_id as "groupId", item_id as "itemId",
      is_on as "isOn", admitted_max as "admittedMax",
      admitted_minutes as "admittedMinutes", idle_seconds as "idleSeconds",
      asks_phone as "asksPhone",
      count(token.id) filter (where token.admitted_at is null)::int as "waitingCount",
      count(token.id) filter (where token.admitted_at is not null)::int as "insideCount"
    from waiting_room room
    left join waiting_room_token token on token.waiting_room_id = room.id
      and token.left_at is null and token.used_at is null
    group by room.id order by source, group_id, item_id`.execute(context.db)
  return rows
}
