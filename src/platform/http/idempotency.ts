import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { fail, type Failure } from '#kernel/result.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { Context } from '#platform/context.ts'
import { processInstanceOf } from '#platform/database/database.ts'
import { DatabaseUnavailable } from '#platform/database/unavailable.ts'
import { seal, unseal } from '#platform/sealed.ts'

const retentionHours = 24

/** An answer may contain a bearer, so it is stored encrypted under the caller's key. */
const sealedAnswer = 'idempotent answer'

/**
 * A process is considered crashed when its lock was free at this many consecutive checks. A running process that has
 * lost its session takes the lock again in between.
 */
const looksAtLock = 4
const lookMilliseconds = 250

/** Nothing was done, and the same request may succeed: 428 Precondition Required, 429 Too Many Requests. */
const freeingStatuses: readonly number[] = [428, 429]
/** The same: the caller repeats the request with a proof of who they are. */
const freeingCode = 'StepUpRequired' satisfies ErrorCode

/** Pause between two attempts to complete a key while the database is unavailable. */
const finishAgainMilliseconds = 250

/** Pauses between the releases of a claim that may have been written; the last is after the limit of a statement. */
const releasePausesMilliseconds = [100, 400, 2_000, 10_000, 30_000, 60_000]

export interface StoredAnswer {
  readonly status: number
  readonly body: unknown
}

export type IdempotencyStart =
  | { readonly kind: 'run' }
  | { readonly kind: 'replay'; readonly answer: StoredAnswer }
  | { readonly kind: 'refused'; readonly failure: Failure<ErrorCode> }

export function requestHash(parts: readonly unknown[]): Buffer {
  return createHash('sha256').update(JSON.stringify(parts)).digest()
}

/** A request under its key, as its caller sent it. */
export interface IdempotentRequest {
  /** Whose key it is: call and session. */
  readonly scope: string
  readonly key: string
  readonly hash: Buffer
  /** Different for each request, also for a repeat of the same one. */
  readonly claim: string
}

/**
 * Claims a key for a request, in one statement. The same key and request replays the first answer for a day; another
 * request under the key is refused (422); one that still runs answers 409. A key belongs to the process that works on
 * it, and is released when that process ends; the commands behind it are safe to run twice. After a failure the claim is
 * released, because it may have been written although its answer was lost.
 */
export async function beginIdempotent(
  context: Context,
  request: IdempotentRequest,
): Promise<IdempotencyStart> {
  try {
    return await claimKey(context, request)
  } catch (error) {
    void releaseLater(context, request)
    throw error
  }
}

async function claimKey(context: Context, request: IdempotentRequest): Promise<IdempotencyStart> {
  const { scope, key, hash, claim } = request
  const instance = processInstanceOf(context.db)
  await instance.held()
  const now = context.clock.now()
  const oldest = new Date(now.getTime() - retentionHours * 3_600_000)
  const claimed = await sql`
    insert into idempotency_key (scope, key_hash, request_hash, owner, claim, created_at)
    values (${scope}, ${keyHash(key)}, ${hash}, ${instance.id}, ${claim}, ${now})
    on conflict (scope, key_hash) do update
      set request_hash = excluded.request_hash, owner = excluded.owner, claim = excluded.claim,
          created_at = excluded.created_at, status_code = null, reply = null
      where idempotency_key.created_at < ${oldest}
  `.execute(context.db)
  if (claimed.numAffectedRows === 1n) return { kind: 'run' }
  const row = await context.db
    .selectFrom('idempotency_key')
    .select(['request_hash', 'status_code', 'reply', 'owner'])
    .where('scope', '=', scope)
    .where('key_hash', '=', keyHash(key))
    .executeTakeFirst()
  if (!row) return { kind: 'refused', failure: fail('IdempotencyKeyInUse') }
  if (!row.request_hash.equals(hash))
    return { kind: 'refused', failure: fail('IdempotencyKeyReused') }
  if (row.status_code !== null)
    return {
      kind: 'replay',
      answer: { status: row.status_code, body: row.reply && unseal(key, sealedAnswer, row.reply) },
    }
  if (await takeFromDead(context, request, row.owner)) return { kind: 'run' }
  return { kind: 'refused', failure: fail('IdempotencyKeyInUse') }
}

/** Claims the key of a crashed process; of several callers only one succeeds. False while the process still runs. */
async function takeFromDead(
  context: Context,
  { scope, key, claim }: IdempotentRequest,
  owner: number | null,
): Promise<boolean> {
  const looks = owner === null ? 0 : looksAtLock
  for (let look = 0; look < looks; look += 1) {
    if (look > 0) await pause(lookMilliseconds)
    const { rows } = await sql<{ is_free: boolean }>`
      select pg_try_advisory_xact_lock_shared(${owner}::bigint) as is_free`.execute(context.db)
    if (rows[0]?.is_free !== true) return false
  }
  const taken = await context.db
    .updateTable('idempotency_key')
    .set({ owner: processInstanceOf(context.db).id, claim })
    .where('scope', '=', scope)
    .where('key_hash', '=', keyHash(key))
    .where('owner', 'is not distinct from', owner)
    .where('status_code', 'is', null)
    .executeTakeFirst()
  return taken.numUpdatedRows === 1n
}

function mayBeRepeated({ status, body }: StoredAnswer): boolean {
  const { error } = (body ?? {}) as { readonly error?: { readonly code?: unknown } }
  return freeingStatuses.includes(status) || error?.code === freeingCode
}

/**
 * Stores the answer; a server error, no answer, or a refusal that asks to send the request again later or with a proof
 * frees the key so that the caller may retry. Only the request that claimed the key may do either. Without a
 * database it is done as soon as one is available, and the caller does not wait for it: the answer is valid either way.
 * When the answer cannot be stored, the key is freed.
 */
export async function finishIdempotent(
  context: Context,
  request: IdempotentRequest,
  answer: StoredAnswer | null,
): Promise<void> {
  const isKept = answer !== null && answer.status < 500 && !mayBeRepeated(answer)
  const finish = isKept
    ? () => storeAnswer(context, request, answer)
    : () => release(context, request)
  try {
    await finish()
  } catch (error) {
    if (error instanceof DatabaseUnavailable) void finishLater(context, request, finish)
    else abandon(context, request, error)
  }
}

async function storeAnswer(
  context: Context,
  { scope, key, claim }: IdempotentRequest,
  { status, body }: StoredAnswer,
): Promise<void> {
  await context.db
    .updateTable('idempotency_key')
    .set({ status_code: status, reply: seal(key, sealedAnswer, body) })
    .where('scope', '=', scope)
    .where('key_hash', '=', keyHash(key))
    .where('claim', '=', claim)
    .execute()
}

/** Frees the key, if this request still has it and has stored no answer. */
async function release(context: Context, { scope, key, claim }: IdempotentRequest): Promise<void> {
  await context.db
    .deleteFrom('idempotency_key')
    .where('scope', '=', scope)
    .where('key_hash', '=', keyHash(key))
    .where('claim', '=', claim)
    .where('status_code', 'is', null)
    .execute()
}

async function finishLater(
  context: Context,
  request: IdempotentRequest,
  finish: () => Promise<void>,
): Promise<void> {
  for (;;) {
    await pause(finishAgainMilliseconds, undefined, { ref: false })
    try {
      return await finish()
    } catch (error) {
      if (error instanceof DatabaseUnavailable) continue
      return abandon(context, request, error)
    }
  }
}

function abandon(context: Context, request: IdempotentRequest, error: unknown): void {
  context.log.error({ err: error }, 'an idempotency key was not finished')
  void releaseLater(context, request)
}

/** More than once: a statement whose connection was lost may still be executed after the first release. */
async function releaseLater(context: Context, request: IdempotentRequest): Promise<void> {
  for (const milliseconds of releasePausesMilliseconds) {
    await pause(milliseconds, undefined, { ref: false })
    await release(context, request).catch((error: unknown) => {
      context.log.warn({ err: error }, 'an idempotency key was not released yet')
    })
  }
}

/** Deletes keys older than a day; run by the worker. */
export async function deleteIdempotencyKeys(context: Context): Promise<void> {
  const oldest = new Date(context.clock.now().getTime() - retentionHours * 3_600_000)
  await context.db.deleteFrom('idempotency_key').where('created_at', '<', oldest).execute()
}

function keyHash(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}
