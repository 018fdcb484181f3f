/** The operator's controls of a queue, and its statistics. */
import { sql } from 'kysely'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, invariant, ok, type Result } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { logOperatorAction } from '#platform/operator-log.ts'
import type { OperatorQueueView, QueueFigures } from '../operator-contract.ts'
import { lotOffsetBeforeDraw } from './draw.ts'
import {
  phaseOf,
  speedOf,
  speedWindowSeconds,
  type QueueControls,
  type SaleQueue,
} from './rules.ts'
import { hashOf, queueColumns } from './store.ts'
import { subjectKey, type DescribeSubject, type QueueSubject } from './subject.ts'

const seedBytes = 32
const tokenBytes = 32
const figureMinutes = 60
const networksMax = 10

/** The changed settings; absent ones stay unchanged. */
export type ControlsChange = Partial<
  QueueControls & {
    readonly isOn: boolean
    readonly admittedMax: number
    readonly admittedMinutes: number
    readonly idleSeconds: number
    readonly asksPhone: boolean
  }
>

interface QueueRow extends SaleQueue {
  readonly isOn: boolean
}

interface CountedQueue extends QueueRow {
  readonly waitingCount: number
  readonly insideCount: number
  readonly boughtCount: number
  readonly admittedRecently: number
}

export async function readOperatorQueues(
  context: Context,
  describe: DescribeSubject,
  queueId?: number,
): Promise<OperatorQueueView[]> {
  const now = context.clock.now()
  const recently = new Date(now.getTime() - speedWindowSeconds * 1_000)
  const { rows } = await sql<CountedQueue>`
    select room.*, coalesce(counted.waiting, 0) as "waitingCount",
      coalesce(counted.inside, 0) as "insideCount", coalesce(counted.bought, 0) as "boughtCount",
      coalesce(counted.recently, 0) as "admittedRecently"
    from (select ${queueColumns}, is_on as "isOn" from waiting_room
      where ${queueId ?? null}::integer is null or id = ${queueId ?? null}) room
    left join (
      select waiting_room_id,
        (count(*) filter (where admitted_at is null and left_at is null))::integer as waiting,
        (count(*) filter (where admitted_at is not null and left_at is null and used_at is null
          and admitted_until > ${now}))::integer as inside,
        (count(*) filter (where used_at is not null))::integer as bought,
        (count(*) filter (where admitted_at > ${recently} and not is_bypass))::integer as recently
      from waiting_room_token group by waiting_room_id
    ) counted on counted.waiting_room_id = room."queueId"
    order by room."isOn" desc, room."queueId" desc`.execute(context.db)
  return Promise.all(
    rows.map(async (row) => {
      const subjectName = await describe(context, row)
      const { queueId: id, source, groupId, itemId, isOn, ratePerMinute, admittedMax } = row
      const { isPaused, isClosed, message, opensAt } = row
      const { admittedMinutes, idleSeconds, asksPhone } = row
      const { waitingCount, insideCount, boughtCount } = row
      return {
        queueId: id,
        source,
        groupId,
        itemId,
        isOn,
        ratePerMinute,
        admittedMax,
        admittedMinutes,
        idleSeconds,
        asksPhone,
        isPaused,
        isClosed,
        message,
        waitingCount,
        insideCount,
        boughtCount,
        name: subjectName?.name[context.locale] ?? null,
        pagePath: subjectName?.pagePath ?? null,
        phase: phaseOf(row, now),
        opensAt: opensAt?.toISOString() ?? null,
        perMinute: row.admittedRecently > 0 ? speedOf(row, row.admittedRecently, now) : null,
      }
    }),
  )
}

/**
 * Changes the settings. Moving an opening that is still in the future keeps its lots; a new opening draws again, behind
 * those who already wait, whose order is kept.
 */
export async function changeControls(
  context: Context,
  queueId: number,
  change: ControlsChange,
): Promise<Result<null, ErrorCode>> {
  return inTransaction<Result<null, ErrorCode>>(context, async (inside) => {
    const now = inside.clock.now()
    const { rows } = await sql<QueueRow>`
      select ${queueColumns}, is_on as "isOn" from waiting_room where id = ${queueId} for update
    `.execute(inside.db)
    const [before] = rows
    if (!before) return fail('NotFound')
    const after = { ...before, ...change }
    const isAhead = after.opensAt !== null && after.opensAt > now
    const wasAhead = before.opensAt !== null && before.opensAt > now && before.drawSeed !== null
    const isRedrawn = isAhead && !wasAhead
    const drawSeed = isRedrawn ? Buffer.from(inside.random.bytes(seedBytes)) : before.drawSeed
    await sql`
      update waiting_room set is_on = ${after.isOn}, opens_at = ${after.opensAt},
        rate_per_minute = ${after.ratePerMinute}, admitted_max = ${after.admittedMax},
        admitted_minutes = ${after.admittedMinutes}, idle_seconds = ${after.idleSeconds},
        asks_phone = ${after.asksPhone},
        is_paused = ${after.isPaused}, is_closed = ${after.isClosed},
        message = ${after.message === null ? null : JSON.stringify(after.message)}::jsonb,
        draw_seed = ${drawSeed}, updated_at = ${now}
      where id = ${queueId}`.execute(inside.db)
    if (isRedrawn)
      await sql`
        update waiting_room_token token set draw = ${lotOffsetBeforeDraw} + ordered.place
        from (select id, row_number() over (order by draw, id) as place from waiting_room_token
          where waiting_room_id = ${queueId} and admitted_at is null and left_at is null) ordered
        where token.id = ordered.id`.execute(inside.db)
    await logOperatorAction(inside, {
      action: 'queue.turn-dial',
      subject: `queue ${subjectKey(before)}`,
      detail: { ...change, opensAt: change.opensAt?.toISOString() ?? change.opensAt },
    })
    return ok(null)
  })
}

/** Creates tokens that are admitted at once, each for one order. */
export async function createBypass(
  context: Context,
  queueId: number,
  request: { readonly quantity: number; readonly minutes: number },
): Promise<Result<{ waitingRoomTokens: string[]; validUntil: Date }, ErrorCode>> {
  type Answer = Result<{ waitingRoomTokens: string[]; validUntil: Date }, ErrorCode>
  return inTransaction<Answer>(context, async (inside) => {
    const now = inside.clock.now()
    const validUntil = new Date(now.getTime() + request.minutes * 60_000)
    const waitingRoomTokens = Array.from({ length: request.quantity }, () =>
      Buffer.from(inside.random.bytes(tokenBytes)).toString('base64url'),
    )
    const inserted = await sql`
      insert into waiting_room_token (waiting_room_id, token_hash, joined_at, seen_at, admitted_at,
        admitted_until, is_bypass)
      select room.id, hash, ${now}, ${validUntil}, ${now}, ${validUntil}, true
      from waiting_room room, unnest(${waitingRoomTokens.map(hashOf)}::bytea[]) as given (hash)
      where room.id = ${queueId}`.execute(inside.db)
    if (Number(inserted.numAffectedRows ?? 0) === 0) return fail('NotFound')
    const { rows } = await sql<QueueSubject>`
      select source, group_id as "groupId", item_id as "itemId" from waiting_room where id = ${queueId}`.execute(
      inside.db,
    )
    const [subject] = rows
    invariant(subject, `queue ${queueId} is there`)
    const { quantity, minutes } = request
    await logOperatorAction(inside, {
      action: 'queue.give-bypass',
      subject: `queue ${subjectKey(subject)}`,
      detail: { quantity, minutes },
    })
    return ok({ waitingRoomTokens, validUntil })
  })
}

/** The last hour by minutes, and the networks from which most joined in it. */
export async function readFigures(
  context: Context,
  queueId: number,
): Promise<Result<QueueFigures, ErrorCode>> {
  const now = context.clock.now()
  const until = new Date(Math.floor(now.getTime() / 60_000) * 60_000)
  const since = new Date(until.getTime() - (figureMinutes - 1) * 60_000)
  const known = await sql`select 1 from waiting_room where id = ${queueId}`.execute(context.db)
  if (known.rows.length === 0) return fail('NotFound')
  type Minute = { at: Date; joined: number; admitted: number; bought: number; left: number }
  const minutes = await sql<Minute>`
    with happened as (
      select date_trunc('minute', joined_at) as at, 1 as joined, 0 as admitted, 0 as bought, 0 as gone
      from waiting_room_token where waiting_room_id = ${queueId} and joined_at >= ${since} and not is_bypass
      union all select date_trunc('minute', admitted_at), 0, 1, 0, 0
      from waiting_room_token where waiting_room_id = ${queueId} and admitted_at >= ${since} and not is_bypass
      union all select date_trunc('minute', used_at), 0, 0, 1, 0
      from waiting_room_token where waiting_room_id = ${queueId} and used_at >= ${since}
      union all select date_trunc('minute', left_at), 0, 0, 0, 1
      from waiting_room_token where waiting_room_id = ${queueId} and left_at >= ${since})
    select minute as at, coalesce(sum(joined), 0)::integer as joined,
      coalesce(sum(admitted), 0)::integer as admitted, coalesce(sum(bought), 0)::integer as bought,
      coalesce(sum(gone), 0)::integer as left
    from generate_series(${since}::timestamptz, ${until}::timestamptz, interval '1 minute') as minute
    left join happened on happened.at = minute
    group by minute order by minute`.execute(context.db)
  const networks = await sql<QueueFigures['networks'][number]>`
    select network_key::text as network, count(*)::integer as joined,
      (count(*) filter (where admitted_at is null and left_at is null))::integer as waiting,
      (count(*) filter (where proof_bits > 0))::integer as proved,
      max(proof_bits)::integer as "bitsMax"
    from waiting_room_token
    where waiting_room_id = ${queueId} and network_key is not null and joined_at >= ${since}
    group by network_key order by joined desc, network limit ${networksMax}`.execute(context.db)
  return ok({
    minutes: minutes.rows.map((row) => ({ ...row, at: row.at.toISOString() })),
    networks: networks.rows,
  })
}
