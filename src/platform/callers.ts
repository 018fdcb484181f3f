/** Rate limit keys of networks and devices, from which no address can be recovered. */
import { createHmac } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Context } from './context.ts'
import { databaseOf } from './database/database.ts'
import { derivedKey } from './database/server-secret.ts'
import { networkOf } from './network.ts'

export interface CallerKeys {
  /** 64 bits as a decimal number, as PostgreSQL's bigint. */
  readonly network: string
  /** The browser at that network. */
  readonly device: string
}

const secrets = new WeakMap<object, Promise<Buffer>>()

/** Recently used keys of callers, by database: choosing seats reads the same key several times. */
const known = new WeakMap<object, LRUCache<string, CallerKeys>>()
const knownMax = 10_000

/** Rate limit keys of the caller; null for work that no request started. */
export async function callerKeys(context: Context): Promise<CallerKeys | null> {
  const { ip = '', userAgent = '' } = context
  const database = databaseOf(context.db)
  let kept = known.get(database)
  if (!kept) known.set(database, (kept = new LRUCache({ max: knownMax })))
  const caller = `${ip} ${userAgent}`
  const found = kept.get(caller)
  if (found) return found
  if (ip === '') return null
  const network = networkOf(ip)
  const keys = {
    network: await keyOf(context, `network ${network}`),
    device: await keyOf(context, `device ${network} ${userAgent}`),
  }
  kept.set(caller, keys)
  return keys
}

/** 64 bits of an HMAC as a decimal number: deterministic, and the text cannot be recovered from it. */
export async function keyOf(context: Pick<Context, 'db'>, text: string): Promise<string> {
  const database = databaseOf(context.db)
  let secret = secrets.get(database)
  if (!secret) {
    secret = derivedKey(context, 'keys of callers')
    secrets.set(database, secret)
    secret.catch(() => secrets.delete(database))
  }
  const digest = createHmac('sha256', await secret)
    .update(text)
    .digest()
  return digest.readBigInt64BE().toString()
}
