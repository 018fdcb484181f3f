/**
 * Answers kept in the process for a moment, so that a crowd at one event costs the database one read.
 * Kept by database, so that two of them in one process never mix; inside a transaction nothing is kept.
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

/** Reads through; requests that come while a read is under way share it, and a failed read is not kept. */
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
