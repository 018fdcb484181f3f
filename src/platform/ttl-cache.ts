/**
 * Caches answers in the process for a short time, so that many visitors of one event cost the database one read. Cached
 * per database, so that two of them in one process never mix; nothing is cached inside a transaction.
 */
import { LRUCache } from 'lru-cache'
import type { Context } from './context.ts'
import type { Database } from './database/database.ts'

export interface TtlCacheOptions<Key, Value> {
  readonly milliseconds: number
  /** Entries at most; the least recently used one is dropped first. */
  readonly most: number
  readonly read: (context: Context, key: Key) => Promise<Value>
}

/** A read-through cache; concurrent requests share one read, and a failed read is not cached. */
export function createTtlCache<Key extends string | number, Value>(
  options: TtlCacheOptions<Key, Value>,
): (context: Context, key: Key) => Promise<Value> {
  const databases = new WeakMap<Database, LRUCache<Key, Promise<Value>>>()
  return (context, key) => {
    if (context.db.isTransaction) return options.read(context, key)
    let entries = databases.get(context.db)
    if (!entries) {
      entries = new LRUCache({ max: options.most, ttl: options.milliseconds, ttlResolution: 0 })
      databases.set(context.db, entries)
    }
    const found = entries.get(key)
    if (found) return found
    const value = options.read(context, key)
    entries.set(key, value)
    value.catch(() => {
      if (entries.peek(key) === value) entries.delete(key)
    })
    return value
  }
}
