/** One copy of the network per process, reloaded when its version changes. */
import { sql } from 'kysely'
import { databaseOf, type Database } from '#platform/database/database.ts'
import type { Context } from '#platform/context.ts'
import { loadNetwork } from './load-network.ts'
import type { Network } from './network.ts'

/** Minimum interval between reads of the version. */
const freshMilliseconds = 1_000

interface Copy {
  readonly network: Promise<Network>
  readonly version: number
  readonly checkedAt: number
}

const copies = new WeakMap<object, Copy>()

/**
 * The current network, at most a second old. While a new version is loaded, callers get the previous one.
 * Inside a transaction it is the committed one.
 */
export async function readNetwork(context: Pick<Context, 'db'>): Promise<Network> {
  const key = databaseOf(context.db)
  const copy = copies.get(key)
  const now = performance.now()
  if (copy && now - copy.checkedAt < freshMilliseconds) return copy.network
  // Concurrent callers do not read the version again.
  if (copy) copies.set(key, { ...copy, checkedAt: now })
  const version = await readTimetableVersion(context.db)
  if (copy?.version === version) return copy.network
  return replace(key, context.db, version)
}

/** Reloads the network after a change in this process. */
export async function reloadNetwork(context: Pick<Context, 'db'>): Promise<Network> {
  return replace(databaseOf(context.db), context.db, await readTimetableVersion(context.db))
}

/** The next reader in this process checks the version; for a change after which nothing is read here. */
export function expireNetwork(context: Pick<Context, 'db'>): void {
  const key = databaseOf(context.db)
  const copy = copies.get(key)
  if (copy) copies.set(key, { ...copy, checkedAt: -Infinity })
}

function replace(key: object, db: Database, version: number): Promise<Network> {
  const network = loadNetwork(db, version)
  const before = copies.get(key)
  const copy = { network, version, checkedAt: performance.now() }
  copies.set(key, copy)
  network.catch(() => {
    if (copies.get(key) !== copy) return
    if (before) copies.set(key, before)
    else copies.delete(key)
  })
  return network
}

export async function readTimetableVersion(db: Database): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    select version from timetable_version`.execute(db)
  return rows[0]?.version ?? 0
}

/** Raises the version of the network; called in the transaction that changes it. */
export async function raiseTimetableVersion(context: Pick<Context, 'db' | 'clock'>): Promise<void> {
  await sql`
    update timetable_version set version = version + 1, changed_at = ${context.clock.now()}
  `.execute(context.db)
}
