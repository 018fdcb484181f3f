import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { fail, ok, type Result } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import { databaseOf } from '#platform/database/database.ts'
import { createTtlCache } from '#platform/ttl-cache.ts'
import { lotOf } from './draw.ts'
import type { CheckedWork } from './proof-of-work.ts'
import type { QueueControls, SaleQueue, Token } from './rules.ts'
import { subjectKey, type QueueSubject } from './subject.ts'

/** Delay after which a process notices that a queue was switched on or off. */
const queueCacheMilliseconds = 1_000
export const queueColumns =
  sql.raw(`id as "queueId", source, group_id as "groupId", item_id as "itemId",
  admitted_max as "admittedMax", admitted_minutes as "admittedMinutes",
  idle_seconds as "idleSeconds", asks_phone as "asksPhone", opens_at as "opensAt",
  rate_per_minute as "ratePerMinute", is_paused as "isPaused", is_closed as "isClosed", message,
  draw_seed as "drawSeed"`)

/**
 * How long a process without seat selection, such as the worker, knows that a queue is on. That there is none is known no
 * longer than where places are chosen: an order that it completed meanwhile would leave its place in the queue unused.
 */
const onCacheMilliseconds = 60_000
const onCache = new WeakMap<object, { readonly isOn: boolean; readonly until: number }>()

function cacheIsOn({ db }: Pick<Context, 'db'>, isOn: boolean): void {
  const milliseconds = isOn ? onCacheMilliseconds : queueCacheMilliseconds
  onCache.set(databaseOf(db), { isOn, until: performance.now() + milliseconds })
}

/** Whether any queue is on, cached. */
async function isAnyOn(context: Context): Promise<boolean> {
  const known = onCache.get(databaseOf(context.db))
  if (known && known.until > performance.now()) return known.isOn
  const { rows } = await sql`select 1 from waiting_room where is_on limit 1`.execute(context.db)
  cacheIsOn(context, rows.length > 0)
  return rows.length > 0
}

/** Marks the token of a bought order as used, so that the next visitor can be admitted. */
export async function writeUsedBy(context: Context, orderKey: string): Promise<void> {
  if (!(await isAnyOn(context))) return
  await sql`
    update waiting_room_token set used_at = ${context.clock.now()}
    where order_key = ${orderKey} and used_at is null`.execute(context.db)
}

/** Queues that are on, by `subjectKey`. */
const cachedQueues = createTtlCache<'all', ReadonlyMap<string, SaleQueue>>({
  milliseconds: queueCacheMilliseconds,
  most: 1,
  read: async (context) => {
    const { rows } = await sql<SaleQueue>`
      select ${queueColumns} from waiting_room where is_on`.execute(context.db)
    cacheIsOn(context, rows.length > 0)
    return new Map(rows.map((queue) => [subjectKey(queue), queue]))
  },
})

/**
 * The queue for an item or its group, at most a second old; undefined when there is none now. The item's own queue
 * takes precedence.
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

export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

const tokenColumns = sql.raw(`token.id, room.id as "queueId",
  jsonb_build_object('source', room.source, 'groupId', room.group_id, 'itemId', room.item_id) as about,
  token.seen_at as "seenAt", token.admitted_until as "admittedUntil",
  token.session_id as "sessionId", token.order_key as "orderKey",
  token.used_at as "usedAt", token.left_at as "leftAt"`)

/** Tokens by number; deleted ones are left out. */
export async function readTokens(context: Context, ids: readonly number[]): Promise<Token[]> {
  const { rows } = await sql<Token>`
    select ${tokenColumns} from waiting_room_token token
    join waiting_room room on room.id = token.waiting_room_id
    where token.id = any(${ids}::bigint[])`.execute(context.db)
  return rows
}

export async function readToken(context: Context, token: string): Promise<Token | undefined> {
  const { rows } = await sql<Token>`
    select ${tokenColumns} from waiting_room_token token
    join waiting_room room on room.id = token.waiting_room_id
    where token_hash = ${hashOf(token)}`.execute(context.db)
  return rows[0]
}

/**
 * Appends a token to the queue, with a lot when the queue is not open yet. The place of a phone that is already in the
 * queue moves to this token, unless it left or became inactive. Fails with `ProofOfWorkNeeded` when the proof of work
 * was used before.
 */
export async function insertToken(
  context: Context,
  queue: SaleQueue,
  request: {
    readonly token: string
    readonly phoneHash: Buffer | null
    readonly with: CheckedWork
  },
): Promise<Result<Token, 'ProofOfWorkNeeded'>> {
  const now = context.clock.now()
  const { queueId, drawSeed, opensAt } = queue
  const { phoneHash } = request
  const { networkKey, challengeHash, bits } = request.with
  const tokenHash = hashOf(request.token)
  const lot = drawSeed && opensAt && opensAt > now ? lotOf(drawSeed, tokenHash) : null
  const seenAfter = new Date(now.getTime() - queue.idleSeconds * 1_000)
  if (phoneHash) {
    await sql`
      update waiting_room_token set left_at = ${now}
      where waiting_room_id = ${queueId} and phone_hash = ${phoneHash} and left_at is null
        and used_at is null and (seen_at <= ${seenAfter} or admitted_until <= ${now})
    `.execute(context.db)
  }
  try {
    const { rows } = await sql<Token>`
      with token as (
        insert into waiting_room_token (waiting_room_id, token_hash, phone_hash, joined_at, seen_at,
          draw, network_key, challenge_hash, proof_bits)
        values (${queueId}, ${tokenHash}, ${phoneHash}, ${now}, ${now},
          ${lot}, ${networkKey}::bigint, ${challengeHash}, ${bits})
        on conflict (waiting_room_id, phone_hash) where left_at is null and used_at is null
          do update set token_hash = excluded.token_hash, seen_at = excluded.seen_at,
            session_id = null
        returning id, waiting_room_id, seen_at, admitted_until, session_id, order_key, used_at, left_at)
      select ${tokenColumns} from token join waiting_room room on room.id = token.waiting_room_id
    `.execute(context.db)
    return ok(rows[0] as Token)
  } catch (error) {
    if (isViolated(error, 'waiting_room_token_challenge_hash_key')) return fail('ProofOfWorkNeeded')
    throw error
  }
}

function isViolated(error: unknown, constraint: string): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === constraint
}

/** Whether a phone has already bought through this queue. */
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

export async function writeLeft(context: Context, token: Token): Promise<void> {
  await sql`
    update waiting_room_token set left_at = ${context.clock.now()}
    where id = ${token.id} and left_at is null and used_at is null`.execute(context.db)
}

/** Binds the token to this session, unless it belongs to another or is no longer admitted. */
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

/** Binds the token to an order unless it was bound to another in the meantime. Returns whether it was bound. */
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

/** Transfers a guest's tokens to the session of the customer they signed in as. */
export async function transferTokens(
  context: Context,
  fromSessionId: string,
  toSessionId: string,
): Promise<void> {
  if ((await cachedQueues(context, 'all')).size === 0) return
  await sql`
    update waiting_room_token set session_id = ${toSessionId}
    where session_id = ${fromSessionId} and left_at is null and used_at is null
  `.execute(context.db)
}

export interface QueueToWrite extends Omit<
  SaleQueue,
  'queueId' | 'drawSeed' | keyof QueueControls
> {
  readonly isOn: boolean
}

/** Creates or changes the queue of a group or an item; waiting visitors keep their positions. Returns its number. */
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

/** Every queue with the numbers of waiting and admitted visitors. */
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
