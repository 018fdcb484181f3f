/** One copy of the network in each process, read again when its version has changed. */
import { sql } from 'kysely'
import { databaseOf, type Database } from '#platform/database/database.ts'
import type { Context } from '#platform/context.ts'
import { loadNetwork } from './load-network.ts'
import type { Network } from './network.ts'

/** The version is read at most once in this time. */
const freshMilliseconds = 1_000

interface Copy {
  readonly network: Promise<Network>
  readonly version: number
  readonly checkedAt: number
}

const copies = new WeakMap<object, Copy>()

/**
 * The network of the moment; at most a second old. While a new version is read, callers get the one before. Inside a
 * transaction it is the committed one.
 */
export async function readNetwork(context: Pick<Context, 'db'>): Promise<Network> {
  const key = databaseOf(context.db)
  const copy = copies.get(key)
  const now = performance.now()
  if (copy && now - copy.checkedAt < freshMilliseconds) return copy.network
  // Concurrent callers need no query of their own.
  if (copy) copies.set(key, { ...copy, checkedAt: now })
  const version = await readTimetableVersion(context.db)
  if (copy?.version === version) return copy.network
  return replace(key, context.db, version)
}

/** Reads the network again, after it was changed. */
export async function rereadNetwork(context: Pick<Context, 'db'>): Promise<Network> {
  return replace(databaseOf(context.db), context.db, await readTimetableVersion(context.db))
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

/** Says that the network has changed; part of the transaction that changes it. */
export async function raiseTimetableVersion(context: Pick<Context, 'db' | 'clock'>): Promise<void> {
  await sql`
    update timetable_version set version = version + 1, changed_at = ${context.clock.now()}
  `.execute(context.db)
}
