import pino, { type DestinationStream, type LogFn, type Logger } from 'pino'
import { allJobs } from './jobs.ts'
import { AwayLines, collapseAway, watchAway } from '#platform/away-lines.ts'
import type { Config } from '#platform/config.ts'
import { systemRandom, type Context } from '#platform/context.ts'
import { boundsOf } from '#platform/bounds.ts'
import { openDatabase, type Database } from '#platform/database/database.ts'
import { ClockIsWrong, DatabaseClock } from '#platform/database/database-clock.ts'
import { refuseDemoContent } from '#platform/database/demo-content.ts'
import { openPool } from '#platform/database/pool.ts'
import { createSchemaCheck } from '#platform/database/schema-check.ts'
import { DatabaseUnavailable, isConnectionLoss } from '#platform/database/unavailable.ts'
import { errorForLog } from '#platform/error-for-log.ts'
import { startWriting } from '#platform/figures/outcome-counts.ts'
import { openJobs, type JobRunner } from '#platform/jobs/jobs.ts'
import { mayMigrateJobs } from '#platform/jobs/migration.ts'

/** Resources that a process opens once and closes when it ends. */
export interface Services {
  readonly base: Omit<Context, 'actor' | 'locale' | 'log' | 'channel'>
  readonly jobs: JobRunner
  readonly log: Logger
  /** A context for internal work without an external caller. */
  systemContext(): Context
  /**
   * How many migrations of this release the database does not have. Throws when it does not answer, or says that the clock of
   * this machine is wrong. Without a time limit: who asks sets one.
   */
  check(): Promise<{ readonly pendingMigrations: number }>
  close(): Promise<void>
}

/** Those that a process has opened itself. */
export interface OpenServices extends Services {
  readonly clock: DatabaseClock
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
  const lines = new AwayLines()
  const options = {
    level: config.LOG_LEVEL,
    name,
    redact: { paths: redacted, censor: '[redacted]' },
    serializers: { err: errorForLog, error: errorForLog },
    hooks: {
      logMethod(this: Logger, line: Parameters<LogFn>, method: LogFn) {
        lines.write(this, method, line)
      },
    },
  }
  return collapseAway(destination ? pino(options, destination) : pino(options), lines)
}

export async function openServices(
  config: Config & { readonly DATABASE_URL: string },
  options: {
    readonly name: string
    readonly supervise: boolean
    /** The machine's clock in milliseconds, where a test moves it. */
    readonly ownClock?: () => number
  },
): Promise<OpenServices> {
  const log = openLog(config, options.name)
  const pool = openPool({
    url: config.DATABASE_URL,
    connectionsMax: config.DATABASE_CONNECTIONS_MAX,
    applicationName: options.name,
  })
  const db: Database = openDatabase(pool)
  const clock = new DatabaseClock(options.ownClock)
  await clock.compare(db)
  if (config.MODE === 'production') await refuseDemoContent(db)
  const jobs = await openJobs({
    url: config.DATABASE_URL,
    jobs: allJobs,
    supervise: options.supervise,
    mayMigrate: await mayMigrateJobs(db),
    onError: (error) => log.error({ err: asUnavailable(error) }, 'job queue'),
    onFailure: ({ job, id, error }) => log.warn({ err: error, job, id }, 'job failed'),
  })
  const base = { db, clock, random: systemRandom, jobs, origin: config.PUBLIC_ORIGIN }
  const counts = startWriting(db, log)
  const comparing = compareRegularly(clock, db, log)
  const watch = watchAway(log, () =>
    clock.compare(db).then(
      () => true,
      () => false,
    ),
  )
  const countPending = createSchemaCheck(db)
  return {
    base,
    clock,
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
      await clock.compare(db)
      clock.refuseWrong()
      return { pendingMigrations: await countPending() }
    },
    async close() {
      clearInterval(comparing)
      watch.close()
      await jobs.stop()
      await counts.close()
      await db.destroy()
    },
  }
}

/** The job queue has connections of its own; what its workers report are objects with the fields of an error. */
export function asUnavailable(reported: Error): Error {
  const error =
    reported instanceof Error
      ? reported
      : Object.assign(new Error((reported as Error).message), reported as object)
  return isConnectionLoss(error) ? new DatabaseUnavailable(error) : error
}

const compareMilliseconds = 10_000

/** Workers have nobody who asks them whether they are ready. */
function compareRegularly(clock: DatabaseClock, db: Database, log: Logger): NodeJS.Timeout {
  let wasWrong = false
  const compare = async (): Promise<void> => {
    try {
      await clock.compare(db)
      clock.refuseWrong()
      if (wasWrong) log.info('the clock of this machine is right again')
      wasWrong = false
    } catch (error) {
      if (!(error instanceof ClockIsWrong)) return
      if (!wasWrong) log.error({ err: error, seconds: error.seconds }, 'clock is wrong')
      wasWrong = true
    }
  }
  void compare()
  return setInterval(() => void compare(), compareMilliseconds).unref()
}
