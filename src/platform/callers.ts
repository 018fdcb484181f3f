/** Rate limit keys of networks and devices, from which no address can be recovered. */
import { createHmac } from 'node:crypto'
import { isIPv4, isIPv6 } from 'node:net'
import { LRUCache } from 'lru-cache'
import type { Context } from './context.ts'
import { databaseOf } from './database/database.ts'
import { derivedKey } from './database/server-secret.ts'

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
  const network = networkOf(ip)
  if (network === null) return null
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

/** An IPv4 address as it is; for IPv6 the /56 block assigned to a household; null for anything else. */
export function networkOf(ip: string): string | null {
  const plain = ip.replace(/^::ffff:(?=[\d.]+$)/i, '').replace(/%.*$/, '')
  if (isIPv4(plain)) return plain
  if (!isIPv6(plain)) return null
  const groups = sixGroupsOf(plain)
  const [first, second, third, fourth = 0] = groups
  const parts = [first, second, third, fourth & 0xff_00]
  return `${parts.map((part) => (part ?? 0).toString(16)).join(':')}::/56`
}

function sixGroupsOf(address: string): number[] {
  const [head = '', tail] = address.split('::')
  const read = (part: string | undefined) =>
    (part ?? '')
      .split(':')
      .filter(Boolean)
      .flatMap((group) => (group.includes('.') ? [0, 0] : [Number.parseInt(group, 16)]))
  const before = read(head)
  const after = read(tail)
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  return [...before, ...Array.from({ length: zeros }, () => 0), ...after]
}
