/**
 * Applies one migration beneath a shop that sells. A statement that waits for a lock makes everybody wait who comes after
 * it, so it waits a moment only, gives way, and tries again.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { LockWait, LockWatch } from './lock-waits.ts'
import {
  runsOutsideTransaction,
  statementsOf,
  withoutComments,
  type Migration,
  type MigrationStatement,
} from './migration-file.ts'

/** How long a statement waits for a lock, which is how long it can hold up an order each time. */
const lockMilliseconds = 300
const pauseMillisecondsLeast = 500
const pauseMillisecondsMost = 5_000
/** How long a migration tries to get its locks before it is given up. */
export const patienceMilliseconds = 600_000

/** lock_not_available, deadlock_detected. */
const lockStates = new Set(['55P03', '40P01'])

export interface Applying {
  readonly client: pg.Client
  readonly watch: LockWatch
  /** Told of each wait that was given up, for the person who migrates. */
  readonly report: (line: string) => void
  readonly patience: number
}

export async function applyMigration(applying: Applying, migration: Migration): Promise<void> {
  const { name, text } = migration
  try {
    if (!runsOutsideTransaction(text)) {
      await givingWay(applying, name, () => applyTogether(applying.client, migration))
      return
    }
    for (const statement of statementsOf(text))
      await givingWay(applying, name, () => applyAlone(applying.client, statement))
    await record(applying.client, migration)
  } catch (error) {
    throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}

async function applyTogether(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = ${lockMilliseconds}`)
    for (const { text } of statementsOf(migration.text)) await client.query(text)
    await record(client, migration)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

async function applyAlone(
  client: pg.Client,
  { text, isBatched }: MigrationStatement,
): Promise<void> {
  const index = concurrentIndex(text)
  // It waits for transactions that began before, without anybody waiting behind it.
  await client.query(`set lock_timeout = ${index === null ? lockMilliseconds : 0}`)
  if (index === null) return runUnbound(client, text, isBatched)
  const state = await readIndex(client, index)
  if (state === 'valid') return
  // A crash, or a row that a unique index refuses, leaves an index that is maintained and never used.
  if (state === 'invalid') await client.query(`drop index concurrently ${index}`)
  await client.query(text)
}

async function runUnbound(client: pg.Client, text: string, isBatched: boolean): Promise<void> {
  for (;;) {
    const began = performance.now()
    const { rowCount } = await client.query(text)
    if (!isBatched || !rowCount) return
    // As long as it took: at most half of the database's time goes to it.
    await pause(performance.now() - began)
  }
}

/** The name of an index that is created while its table is written. */
export function concurrentIndex(statement: string): string | null {
  const [, name = null] =
    /^create\s+(?:unique\s+)?index\s+concurrently\s+(?:if\s+not\s+exists\s+)?(\w+)\s+on\b/i.exec(
      withoutComments(statement),
    ) ?? []
  return name
}

async function readIndex(client: pg.Client, name: string): Promise<'valid' | 'invalid' | 'none'> {
  const { rows } = await client.query<{ isValid: boolean }>(
    `select indisvalid as "isValid" from pg_index where indexrelid = to_regclass($1)`,
    [name],
  )
  if (!rows[0]) return 'none'
  return rows[0].isValid ? 'valid' : 'invalid'
}

async function record(client: pg.Client, { name, digest }: Migration): Promise<void> {
  await client.query('insert into migration (name, digest) values ($1, $2)', [name, digest])
}

/** Runs the work again, after pauses, as long as it fails to get a lock. */
async function givingWay(
  { report, watch, patience }: Applying,
  name: string,
  work: () => Promise<void>,
): Promise<void> {
  const deadline = performance.now() + patience
  let wait: LockWait | null = null
  for (let milliseconds = pauseMillisecondsLeast; ; milliseconds *= 2) {
    try {
      return await work()
    } catch (error) {
      if (!lockStates.has((error as { code?: string }).code ?? '')) throw error
      // What was seen of an earlier attempt, if this one was over too soon.
      wait = watch.take() ?? wait
      const waited = describeWait(wait)
      if (performance.now() > deadline)
        throw new Error(
          `${(error as Error).message} for ${Math.round(patience / 1_000)} s: ${waited}`,
          { cause: error },
        )
      report(`${name} gives way and tries again: ${waited}`)
    }
    await pause(Math.min(milliseconds, pauseMillisecondsMost))
  }
}

function describeWait(wait: LockWait | null): string {
  if (!wait) return 'nobody was seen who has the lock'
  return `"${wait.statement}" waits behind ${wait.behind.join(', ')}`
}
