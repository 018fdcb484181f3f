/** The waiting visitors of a queue in order; read once for all polls. */
import { sql } from 'kysely'
import { ok } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import type { Database } from '#platform/database/database.ts'
import { creditNow, phaseOf, speedOf, speedWindowSeconds, type SaleQueue } from './rules.ts'
import { queueColumns } from './store.ts'

export interface QueueSnapshot {
  /** Position by token id, from 1. Before the opening the order is provisional. */
  readonly positions: ReadonlyMap<number, number>
  /** Admissions per minute; null when unknown. */
  readonly perMinute: number | null
  /** Time of the snapshot, in milliseconds since 1970. */
  readonly asOf: number
}

/** Admission and counting happen five times a second; for a queue of more than `longQueueMin`, once a second. */
const shortQueueMilliseconds = 200
const longQueueMilliseconds = 1_000
const longQueueMin = 2_000

interface CachedSnapshot {
  readonly snapshot: Promise<QueueSnapshot>
  until: number
}

const caches = new WeakMap<Database, Map<number, CachedSnapshot>>()

/** Snapshot of the queue after admitting as many visitors as permitted, at most a second old. */
export function snapshotOf(context: Context, queueId: number): Promise<QueueSnapshot> {
  let cache = caches.get(context.db)
  if (!cache) caches.set(context.db, (cache = new Map<number, CachedSnapshot>()))
  const now = performance.now()
  const found = cache.get(queueId)
  if (found && found.until > now) return found.snapshot
  const entry: CachedSnapshot = {
    snapshot: admit(context, queueId),
    until: now + shortQueueMilliseconds,
  }
  cache.set(queueId, entry)
  void extendLongQueue(entry, now).catch(() => {
    if (cache.get(queueId) === entry) cache.delete(queueId)
  })
  return entry.snapshot
}

async function extendLongQueue(entry: CachedSnapshot, readAt: number): Promise<void> {
  const { positions } = await entry.snapshot
  if (positions.size > longQueueMin) entry.until = readAt + longQueueMilliseconds
}

interface LockedQueue extends SaleQueue {
  readonly credit: number
  readonly creditedAt: Date | null
}

/**
 * Expires inactive tokens, admits the next visitors as far as rate and capacity permit, and returns those still
 * waiting. The queue's row is locked first, in a separate statement, so that two processes never count the same free
 * capacity or credit twice.
 */
async function admit(context: Context, queueId: number): Promise<QueueSnapshot> {
  const done = await inTransaction(context, async (inside) => {
    const locked = await sql<LockedQueue>`
      select ${queueColumns}, credit, credited_at as "creditedAt" from waiting_room
      where id = ${queueId} and is_on for update`.execute(inside.db)
    // The clock is read after the lock: another process may have admitted visitors while this one waited.
    const now = inside.clock.now()
    const [queue] = locked.rows
    if (!queue)
      return ok({ positions: new Map<number, number>(), perMinute: null, asOf: now.getTime() })
    await expireInactive(inside, queue, now)
    if (phaseOf(queue, now) === 'Open') await admitNext(inside, queue, now)
    return ok(await readWaiting(inside, queue, inside.clock.now()))
  })
  return done.value
}

async function expireInactive(context: Context, queue: SaleQueue, now: Date): Promise<void> {
  const seenAfter = new Date(now.getTime() - queue.idleSeconds * 1_000)
  await sql`
    update waiting_room_token set left_at = ${now}
    where waiting_room_id = ${queue.queueId} and left_at is null and used_at is null
      and (seen_at <= ${seenAfter} or admitted_until <= ${now})`.execute(context.db)
}

async function admitNext(context: Context, queue: LockedQueue, now: Date): Promise<void> {
  const { queueId, admittedMax } = queue
  const credit = creditNow(queue, queue, now)
  const until = new Date(now.getTime() + queue.admittedMinutes * 60_000)
  const admitted = await sql`
    update waiting_room_token set admitted_at = ${now}, admitted_until = ${until}
    where id in (
      select id from waiting_room_token
      where waiting_room_id = ${queueId} and admitted_at is null and left_at is null
      order by draw, id
      limit greatest(0, least(${credit === null ? admittedMax : Math.floor(credit)}, ${admittedMax} - (
        select count(*) from waiting_room_token inside
        where inside.waiting_room_id = ${queueId} and inside.admitted_at is not null
          and inside.left_at is null and inside.used_at is null and not inside.is_bypass))))
  `.execute(context.db)
  if (credit === null) return
  const left = credit - Number(admitted.numAffectedRows ?? 0)
  await sql`
    update waiting_room set credit = ${left}, credited_at = ${now} where id = ${queueId}
  `.execute(context.db)
}

async function readWaiting(context: Context, queue: SaleQueue, now: Date): Promise<QueueSnapshot> {
  const recently = new Date(now.getTime() - speedWindowSeconds * 1_000)
  // A single text of numbers is read several times faster than twenty thousand rows.
  const { rows } = await sql<{ ids: string; admitted: number }>`
    select coalesce(string_agg(id::text, ',' order by draw, id)
        filter (where admitted_at is null and left_at is null), '') as ids,
      (count(*) filter (where admitted_at > ${recently} and not is_bypass))::integer as admitted
    from waiting_room_token
    where waiting_room_id = ${queue.queueId}
      and ((admitted_at is null and left_at is null) or admitted_at > ${recently})`.execute(
    context.db,
  )
  const { ids = '', admitted = 0 } = rows[0] ?? {}
  const positions = new Map<number, number>()
  if (ids !== '') for (const id of ids.split(',')) positions.set(Number(id), positions.size + 1)
  return { positions, perMinute: speedOf(queue, admitted, now), asOf: now.getTime() }
}
