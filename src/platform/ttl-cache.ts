/**
 * Caches answers in the process for a short time, so that a crowd at one event costs the database one read. Cached
 * per database, so that two of them in one process never mix; nothing is cached inside a transaction.
 */
import type { Context } from './context.ts'
import type { Database } from './database/database.ts'

export interface TtlCacheOptions<Key, Value> {
  readonly milliseconds: number
  /** Entries at most; the oldest leaves first. */
  readonly most: number
  readonly read: (context: Context, key: Key) => Promise<Value>
}

interface Entry<Value> {
  readonly value: Promise<Value>
  /** Monotonic milliseconds: ageing is no business of the clock that rules sales. */
  readonly until: number
}

/** A read-through cache; concurrent requests share one read, and a failed read is not cached. */
export function createTtlCache<Key, Value>(
  options: TtlCacheOptions<Key, Value>,
): (context: Context, key: Key) => Promise<Value> {
  const databases = new WeakMap<Database, Map<Key, Entry<Value>>>()
  return (context, key) => {
    if (context.db.isTransaction) return options.read(context, key)
    let entries = databases.get(context.db)
    if (!entries) databases.set(context.db, (entries = new Map()))
    const found = entries.get(key)
    if (found && found.until > performance.now()) return found.value
    return keep(entries, options, context, key)
  }
}

function keep<Key, Value>(
  entries: Map<Key, Entry<Value>>,
  options: TtlCacheOptions<Key, Value>,
  context: Context,
  key: Key,
): Promise<Value> {
  entries.delete(key)
  const oldest = entries.keys().next()
  if (entries.size >= options.most && !oldest.done) entries.delete(oldest.value)
  const value = options.read(context, key)
  const entry = { value, until: performance.now() + options.milliseconds }
  entries.set(key, entry)
  value.catch(() => {
    if (entries.get(key) === entry) entries.delete(key)
  })
  return value
}
