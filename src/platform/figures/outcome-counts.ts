/**
 * Counts of what a process did, summed in the database over all processes: workers have no address where figures could
 * be read, and sums survive restarts. Nothing here waits for the database.
 */
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '#platform/database/database.ts'

/** What is counted: payments by provider, messages by channel, jobs and sweeps by name. */
export type Subject = 'payment' | 'message' | 'job' | 'sweep'

export interface OutcomeCount {
  readonly subject: Subject
  readonly kind: string
  readonly outcome: string
  readonly total: number
}

export interface SweepSuccess {
  readonly name: string
  readonly at: Date
  readonly seconds: number
}

let counts = new Map<string, OutcomeCount>()
let successes = new Map<string, SweepSuccess>()

/** Names have to come from a fixed list: each is a row and a series for ever. */
export function countOutcome(subject: Subject, kind: string, outcome: string): void {
  addAll([{ subject, kind, outcome, total: 1 }])
}

function addAll(added: Iterable<OutcomeCount>): void {
  for (const each of added) {
    const key = `${each.subject} ${each.kind} ${each.outcome}`
    const before = counts.get(key)?.total ?? 0
    counts.set(key, { ...each, total: before + each.total })
  }
}

/** A sweep that ended without an error. */
export function noteSweep(name: string, success: { readonly at: Date; readonly seconds: number }) {
  successes.set(name, { name, ...success })
}

/**
 * Adds what was counted since the last time to the sums in the database. When that fails it is kept for the next time;
 * whoever is killed in between loses the counts of a few seconds.
 */
export async function writeOutcomes(db: Database): Promise<void> {
  const counted = [...counts.values()]
  const ended = [...successes.values()]
  counts = new Map()
  successes = new Map()
  try {
    await addCounts(db, counted)
  } catch (error) {
    addAll(counted)
    keep(ended)
    throw error
  }
  try {
    await writeSuccesses(db, ended)
  } catch (error) {
    keep(ended)
    throw error
  }
}

function keep(ended: readonly SweepSuccess[]): void {
  for (const each of ended) if (!successes.has(each.name)) successes.set(each.name, each)
}

/** In one order of rows, so that processes that write at the same time wait for each other and nothing more. */
async function addCounts(db: Database, counted: readonly OutcomeCount[]): Promise<void> {
  if (counted.length === 0) return
  await sql`
    insert into outcome_count (subject, kind, outcome, total)
    select subject, kind, outcome, total
    from jsonb_to_recordset(${JSON.stringify(counted)}::jsonb)
      as counted (subject text, kind text, outcome text, total bigint)
    order by subject, kind, outcome
    on conflict (subject, kind, outcome) do update set total = outcome_count.total + excluded.total`.execute(
    db,
  )
}

async function writeSuccesses(db: Database, ended: readonly SweepSuccess[]): Promise<void> {
  if (ended.length === 0) return
  await sql`
    insert into sweep_success (name, at, seconds)
    select name, at, seconds
    from jsonb_to_recordset(${JSON.stringify(ended)}::jsonb)
      as ended (name text, at timestamptz, seconds float8)
    order by name
    on conflict (name) do update set at = excluded.at, seconds = excluded.seconds
      where sweep_success.at < excluded.at`.execute(db)
}

const writeMilliseconds = 5_000

/** Writes the counts every few seconds, and once more when it is closed. */
export function startWriting(db: Database, log: Logger): { close(): Promise<void> } {
  let isFailing = false
  let writing: Promise<void> | null = null
  const write = (): Promise<void> =>
    (writing ??= writeOutcomes(db)
      .then(
        () => void (isFailing = false),
        (error: unknown) => {
          // One line for each time that the database goes away, not one for each attempt.
          if (!isFailing) log.warn({ err: error }, 'counts are not written yet')
          isFailing = true
        },
      )
      .finally(() => (writing = null)))
  const timer = setInterval(() => void write(), writeMilliseconds)
  timer.unref()
  return {
    async close() {
      clearInterval(timer)
      await writing
      if (!isFailing) await write()
    },
  }
}

export async function readOutcomes(db: Database): Promise<readonly OutcomeCount[]> {
  const { rows } = await sql<OutcomeCount>`
    select subject, kind, outcome, total from outcome_count order by 1, 2, 3`.execute(db)
  return rows
}

/** When each sweep last succeeded, as seconds before now by the clock of the database. */
export async function readSweeps(
  db: Database,
): Promise<
  readonly { readonly name: string; readonly ageSeconds: number; readonly seconds: number }[]
> {
  const { rows } = await sql<{ name: string; ageSeconds: number; seconds: number }>`
    select name, extract(epoch from now() - at)::float8 as "ageSeconds", seconds
    from sweep_success order by name`.execute(db)
  return rows
}

/** Forgets sweeps that this release, or this configuration, does not have: they would only grow older. */
export async function forgetOtherSweeps(db: Database, names: readonly string[]): Promise<void> {
  await sql`delete from sweep_success where name <> all(${[...names]}::text[])`.execute(db)
}
