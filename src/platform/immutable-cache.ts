/**
 * Caches values that never change under their key (a layout under its digest) in the process, including reads inside
 * a transaction: the largest part of what selling reads is read and parsed once per process.
 */
import type { Context } from './context.ts'
import { databaseOf } from './database/database.ts'

export interface ImmutableCacheOptions<Key, Value> {
  /** Maximum number of values; the least recently used is evicted. */
  readonly most: number
  /** Null when there is none; this is not cached, since it may exist later. */
  readonly read: (context: Context, key: Key) => Promise<Value | null>
}

interface Known<Key, Value> {
  readonly values: Map<Key, Value>
  readonly pending: Map<Key, Promise<Value | null>>
}

/** Reads through. Cached per database, so that two databases in one process never mix. */
export function createImmutableCache<Key, Value>(
  options: ImmutableCacheOptions<Key, Value>,
): (context: Context, key: Key) => Promise<Value | null> {
  const databases = new WeakMap<object, Known<Key, Value>>()

  async function read(known: Known<Key, Value>, context: Context, key: Key): Promise<Value | null> {
    const value = await options.read(context, key)
    if (value === null) return null
    known.values.set(key, value)
    const oldest = known.values.keys().next()
    if (known.values.size > options.most && !oldest.done) known.values.delete(oldest.value)
    return value
  }

  return async (context, key) => {
    const database = databaseOf(context.db)
    let known = databases.get(database)
    if (!known) databases.set(database, (known = { values: new Map(), pending: new Map() }))
    const { values, pending } = known
    const found = values.get(key)
    if (found !== undefined) {
      values.delete(key)
      values.set(key, found)
      return found
    }
    // A transaction never waits for another connection, which may itself wait for this transaction's slot in the pool.
    if (context.db.isTransaction) return read(known, context, key)
    let reading = pending.get(key)
    if (!reading) {
      reading = read(known, context, key).finally(() => pending.delete(key))
      pending.set(key, reading)
    }
    return reading
  }
}
