/**
 * Distinguishes the visitors of one day without identifying them: the network is hashed with a salt of that day, which
 * is deleted when the day is over. The name of a browser is not part of it, since anybody can have many.
 */
import { createHmac } from 'node:crypto'
import type { Database } from '#platform/database/database.ts'
import type { Context } from '#platform/context.ts'
import { networkOf } from '#platform/network.ts'
import { readSalt } from './store.ts'

/** Long enough to distinguish a day's visitors, truncated so that no address can be recovered. */
const hashBytes = 12

interface Salt {
  readonly day: string
  readonly salt: Promise<Buffer>
}
const salts = new WeakMap<Database, Salt>()

export async function visitorHash(
  context: Pick<Context, 'db' | 'clock' | 'random'>,
  visitor: { readonly ip: string },
): Promise<{ readonly day: string; readonly hash: Buffer }> {
  const day = context.clock.now().toISOString().slice(0, 10)
  let entry = salts.get(context.db)
  if (entry?.day !== day) {
    const salt = readSalt(context.db, day, Buffer.from(context.random.bytes(32)))
    entry = { day, salt }
    salts.set(context.db, entry)
    salt.catch(() => salts.delete(context.db))
  }
  const hash = createHmac('sha256', await entry.salt)
    .update(networkOf(visitor.ip))
    .digest()
    .subarray(0, hashBytes)
  return { day, hash }
}
