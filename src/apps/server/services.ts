import { sql } from 'kysely'
import pino, { type DestinationStream, type Logger } from 'pino'
import { allJobs } from './jobs.ts'
import type { Config } from '#platform/config.ts'
import { systemClock, systemRandom, type Context } from '#platform/context.ts'
import { boundsOf } from '#platform/bounds.ts'
import { openDatabase, type Database } from '#platform/database/database.ts'
import { refuseDemoContent } from '#platform/database/demo-content.ts'
import { openPool } from '#platform/database/pool.ts'
import { errorForLog } from '#platform/error-for-log.ts'
import { openJobs, type JobRunner } from '#platform/jobs/jobs.ts'
import { mayMigrateJobs } from '#platform/jobs/migration.ts'

/** Resources that a process opens once and closes when it ends. */
export interface Services {
  readonly base: Omit<Context, 'actor' | 'locale' | 'log' | 'channel'>
  readonly jobs: JobRunner
  readonly log: Logger
  /** A context for internal work without an external caller. */
  systemContext(): Context
  /** Throws when the database does not answer. */
  check(): Promise<void>
  close(): Promise<void>
}

/** Values that must never be logged, wherever they occur. */
const redacted = [
  'req.headers.authorization',
  'req.headers.cookie',
  '*.password',
  '*.confirmPassword',
  '*.token',
  '*.accessToken',
  '*.key',
  '*.pin',
]

/** Lines go to the standard output unless another `destination` is given. */
export function openLog(
  config: Pick<Config, 'LOG_LEVEL'>,
  name: string,
  destination?: DestinationStream,
): Logger {
  const options = {
    level: config.LOG_LEVEL,
    name,
    redact: { paths: redacted, censor: '[redacted]' },
    serializers: { err: errorForLog, error: errorForLog },
  }
  return destination ? pino(options, destination) : pino(options)
}

export async function openServices(
  config: Config & { readonly DATABASE_URL: string },
  options: { readonly name: string; readonly supervise: boolean },
): Promise<Services> {
  const log = openLog(config, options.name)
  const pool = openPool({
    url: config.DATABASE_URL,
    connectionsMax: config.DATABASE_CONNECTIONS_MAX,
    applicationName: options.name,
  })
  const db: Database = openDatabase(pool)
  if (config.MODE === 'production') await refuseDemoContent(db)
  const jobs = await openJobs({
    url: config.DATABASE_URL,
    jobs: allJobs,
    supervise: options.supervise,
    mayMigrate: await mayMigrateJobs(db),
    onError: (error) => log.error({ err: error }, 'job queue'),
    onFailure: ({ job, id, error }) => log.warn({ err: error, job, id }, 'job failed'),
  })
  const base = { db, clock: systemClock, random: systemRandom, jobs, origin: config.PUBLIC_ORIGIN }
  return {
    base,
    jobs,
    log,
    systemContext: () => ({
      ...base,
      bounds: boundsOf(config),
      actor: { kind: 'system' },
      locale: 'ka',
      log,
      channel: 'web',
    }),
    async check() {
      await sql`select 1`.execute(db)
    },
    async close() {
      await jobs.stop()
      await db.destroy()
    },
  }
}
