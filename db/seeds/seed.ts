/**
 * Inserts the demo content into an empty database. Dates are relative to the day it runs. Existing content
 * is never changed, so that orders of the demo stay consistent.
 */
import { sql } from 'kysely'
import pino from 'pino'
import { systemRandom, type Context } from '#platform/context.ts'
import { noJobs } from '#platform/jobs/no-jobs.ts'
import { openDatabase } from '#platform/database/database.ts'
import { openPool } from '#platform/database/pool.ts'
import { shows } from './content/shows.ts'
import { writePresentation } from './presentation/write.ts'
import { writeCinemas } from './cinema/write.ts'
import { partNames, type PartName } from './parts.ts'
import { insertRows } from './rows.ts'
import { writeCatalogue } from './write-catalogue.ts'
import { writeEntrances } from './write-entrances.ts'
import { writeFields } from './write-fields.ts'
import { writePasses } from './write-passes.ts'
import { writePromotions } from './write-promotions.ts'
import { writeRules } from './write-rules.ts'
import { writeSettlements } from './write-settlements.ts'
import { writeTerminals } from './write-terminals.ts'
import { writeTimetable } from './timetable/write-timetable.ts'

/** What writes each part. */
const writers: Readonly<Record<PartName, (context: Context) => Promise<void>>> = {
  demo: writeCatalogue,
  'demo-presentation': writePresentation,
  'demo-rules': writeRules,
  'demo-fields': writeFields,
  'demo-doors': writeEntrances,
  'demo-promotions': writePromotions,
  'demo-passes': writePasses,
  'demo-timetable': writeTimetable,
  'demo-cinemas': writeCinemas,
  'demo-settlements': writeSettlements,
  'demo-terminals': writeTerminals,
}
/** Advisory lock that serialises concurrent processes. */
export const seedLock = 5_118_803_211

export interface SeedOptions {
  /** URL of a migrated database. */
  readonly url: string
  readonly log: (line: string) => void
  /** The day to which dates are relative; defaults to today. */
  readonly now?: Date
}

/** Inserts missing parts of the demo in one transaction; `pictures.ts` draws what they show. */
export async function seedDatabase(options: SeedOptions): Promise<void> {
  const pool = openPool({
    url: options.url,
    connectionsMax: 2,
    applicationName: 'bileti-seed',
  })
  const db = openDatabase(pool)
  try {
    const wrote = await writeOnce(contextOf(options.now ?? new Date(), db))
    if (wrote) options.log(`Demo content is in: ${shows.length} shows`)
  } finally {
    await db.destroy()
  }
}

function writeOnce(context: Context): Promise<boolean> {
  return context.db.transaction().execute(async (db) => {
    await sql`select pg_advisory_xact_lock(${seedLock})`.execute(db)
    const done = await db.selectFrom('seed').select('name').execute()
    const missing = partNames.filter((name) => !done.some((row) => row.name === name))
    for (const name of missing) {
      await writers[name]({ ...context, db })
      await insertRows(db, 'seed', [{ name, version: 1, seeded_at: context.clock.now() }])
    }
    return missing.length > 0
  })
}

export function contextOf(now: Date, db: Context['db']): Context {
  return {
    db,
    clock: { now: () => now },
    random: systemRandom,
    actor: { kind: 'system' },
    locale: 'ka',
    log: pino({ level: 'silent' }),
    jobs: noJobs('Seeding starts no jobs'),
    channel: 'web',
    origin: '',
  }
}
