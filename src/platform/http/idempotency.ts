import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { fail, type Failure } from '#kernel/result.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { Context } from '#platform/context.ts'

/** How long a request that never answered keeps its key: longer than any request may take. */
const leaseSeconds = 60
const keptHours = 24

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

/**
 * Claims a key for a request, in one statement. The same key and request replays the first answer for a day;
 * another request under the key is refused (422); one that still runs answers 409. A key whose request died
 * with its process is free again after a minute; the commands behind it are safe to run twice.
 */
export async function beginIdempotent(
  context: Context,
  scope: string,
  key: string,
  hash: Buffer,
): Promise<IdempotencyStart> {
  const now = context.clock.now()
  const lease = new Date(now.getTime() + leaseSeconds * 1000)
  const oldest = new Date(now.getTime() - keptHours * 3_600_000)
  const claimed = await sql`
    insert into idempotency_key (scope, key_hash, request_hash, lease_until, created_at)
    values (${scope}, ${keyHash(key)}, ${hash}, ${lease}, ${now})
    on conflict (scope, key_hash) do update
      set request_hash = excluded.request_hash, lease_until = excluded.lease_until,
          created_at = excluded.created_at, status_code = null, reply = null
      where idempotency_key.created_at < ${oldest}
         or (idempotency_key.status_code is null and idempotency_key.lease_until < ${now}
             and idempotency_key.request_hash = excluded.request_hash)
  `.execute(context.db)
  if (claimed.numAffectedRows === 1n) return { kind: 'run' }
  const row = await context.db
    .selectFrom('idempotency_key')
    .select(['request_hash', 'status_code', 'reply'])
    .where('scope', '=', scope)
    .where('key_hash', '=', keyHash(key))
    .executeTakeFirst()
  if (!row) return { kind: 'refused', failure: fail('IdempotencyKeyInUse') }
  if (!row.request_hash.equals(hash))
    return { kind: 'refused', failure: fail('IdempotencyKeyReused') }
  if (row.status_code === null) return { kind: 'refused', failure: fail('IdempotencyKeyInUse') }
  return { kind: 'replay', answer: { status: row.status_code, body: open(key, row.reply) } }
}

/** Keeps the answer; one that blames our own side is forgotten, so that the caller may try again. */
export async function finishIdempotent(
  context: Context,
  scope: string,
  key: string,
  answer: StoredAnswer,
): Promise<void> {
  if (answer.status >= 500) {
    await context.db
      .deleteFrom('idempotency_key')
      .where('scope', '=', scope)
      .where('key_hash', '=', keyHash(key))
      .execute()
    return
  }
  await context.db
    .updateTable('idempotency_key')
    .set({ status_code: answer.status, reply: seal(key, answer.body) })
    .where('scope', '=', scope)
    .where('key_hash', '=', keyHash(key))
    .execute()
}

/** Forgets keys older than a day; run by the worker. */
export async function forgetIdempotencyKeys(context: Context): Promise<void> {
  const oldest = new Date(context.clock.now().getTime() - keptHours * 3_600_000)
  await context.db.deleteFrom('idempotency_key').where('created_at', '<', oldest).execute()
}

function keyHash(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}

function sealingKey(key: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', 'idempotent answer', 32))
}

/** An answer may hold a bearer, so it is kept encrypted under the key that only the caller has. */
function seal(key: string, body: unknown): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', sealingKey(key), nonce)
  const sealed = Buffer.concat([cipher.update(JSON.stringify(body), 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

function open(key: string, sealed: Buffer | null): unknown {
  if (!sealed) return null
  const decipher = createDecipheriv('aes-256-gcm', sealingKey(key), sealed.subarray(0, 12))
  decipher.setAuthTag(sealed.subarray(12, 28))
  return JSON.parse(
    decipher.update(sealed.subarray(28), undefined, 'utf8') + decipher.final('utf8'),
  )
}
