import { CompiledQuery } from 'kysely'
import { PgBoss, type JobResult } from 'pg-boss'
import type { Context } from '#platform/context.ts'
import {
  PermanentFailure,
  ReceiverDelays,
  ServiceAway,
  type EnqueueOptions,
  type Job,
  type JobQueue,
} from './queue.ts'
import type { Slots } from './slots.ts'
import { undeliveredQueue } from './undelivered.ts'
import { countOutcome } from '#platform/figures/outcome-counts.ts'
import { withoutTrace, withTrace } from '#platform/telemetry/job-trace.ts'
import { traced } from '#platform/telemetry/tracing.ts'

export type { Job } from './queue.ts'
export { PermanentFailure, ReceiverDelays, ServiceAway } from './queue.ts'

export function defineJob<Payload extends object>(
  name: string,
  options: {
    readonly retryMax?: number
    readonly retryDelaySeconds?: number
    readonly isMessage?: boolean
    readonly upgrade?: (stored: object) => Payload
  } = {},
): Job<Payload> {
  return {
    name,
    retryMax: options.retryMax ?? 12,
    retryDelaySeconds: options.retryDelaySeconds ?? 5,
    isMessage: options.isMessage ?? false,
    ...(options.upgrade && { upgrade: options.upgrade }),
  }
}

/** Retry pauses start at 5 s and double up to an hour: a mail server may be down for a day. */
const messageRetryMax = 32

/**
 * A job that sends one message. It fails after a day of attempts, or immediately on a `PermanentFailure`, and can be
 * resent.
 */
export function defineMessageJob<Payload extends object>(
  name: string,
  options: { readonly upgrade?: (stored: object) => Payload } = {},
): Job<Payload> {
  return defineJob(name, { ...options, retryMax: messageRetryMax, isMessage: true })
}

/** Puts a job into the queue within the context's transaction: it exists if and only if that commits. */
export async function enqueue<Payload extends object>(
  context: Context,
  job: Job<Payload>,
  payload: Payload,
  options: EnqueueOptions = {},
): Promise<void> {
  await context.jobs.send(context.db, job, payload, {
    startAfter: options.startAfter,
    singletonKey: options.singletonKey ?? context.random.uuid(),
  })
}

export interface WorkOptions {
  /** Seconds between two polls of an empty queue; 1 when absent. */
  readonly pollSeconds?: number
  /** Jobs of this kind that one worker process runs concurrently; default 1. */
  readonly concurrency?: number
  /** Slots shared by several kinds of jobs; the higher priority goes first. */
  readonly slots?: { readonly of: Slots; readonly priority: number }
}

/** One run of a job. */
export interface JobRun {
  /** The same for each retry of a job. */
  readonly id: string
}

/** The queue as the worker sees it. */
export interface JobRunner extends JobQueue {
  /**
   * Calls the handler for each job of this kind. A throw is retried with growing pauses and does not affect the other
   * jobs of its batch; a `PermanentFailure` is not retried.
   */
  work<Payload extends object>(
    job: Job<Payload>,
    handler: (payload: Payload, run: JobRun) => Promise<void>,
    options?: WorkOptions,
  ): Promise<void>
  stop(): Promise<void>
}

export interface JobRunnerOptions {
  readonly url: string
  /** All jobs of the shop: their queues are created when missing. */
  readonly jobs: readonly Job[]
  /** The worker supervises (retries, expiry, clean-up); server processes only send. */
  readonly supervise: boolean
  /** Whether the role of `url` may change the queue's own tables; its owner does where it may not. */
  readonly mayMigrate?: boolean
  readonly onError: (error: Error) => void
  /** Called for each failed attempt. */
  readonly onFailure?: (failure: {
    readonly job: string
    readonly id: string
    readonly error: unknown
  }) => void
}

/** A crashed worker is detected by missing heartbeats: its jobs go to another worker after 30 to 45 s. */
const heartbeatSeconds = 30
const superviseSeconds = 15

/**
 * Opens the job queue (pg-boss) in the shop's own database. Every queue has the `short` policy with a key on every
 * job, so there is at most one waiting job per key. Several workers may run at the same time.
 */
export async function openJobs(options: JobRunnerOptions): Promise<JobRunner> {
  const boss = new PgBoss({
    connectionString: options.url,
    max: options.supervise ? 4 : 2,
    application_name: 'bileti-jobs',
    supervise: options.supervise,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    schedule: false,
    migrate: options.mayMigrate ?? true,
  })
  boss.on('error', options.onError)
  await boss.start()
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  const undelivered = await undeliveredQueue(boss, known)
  for (const job of options.jobs) {
    const settings = {
      retryLimit: job.retryMax,
      retryDelay: job.retryDelaySeconds,
      retryBackoff: true,
      retryDelayMax: 3_600,
      heartbeatSeconds,
      ...(job.isMessage ? { deadLetter: undelivered.name } : {}),
    }
    const queue = known.get(job.name)
    // All queues are read in one statement, because each statement here delays a server that is restarting after a
    // crash.
    if (!queue) await boss.createQueue(job.name, { policy: 'short', ...settings })
    // A queue created by an older release keeps its old settings unless they are updated.
    else if (options.supervise && !hasSettings(queue, settings))
      await boss.updateQueue(job.name, settings)
  }
  return {
    async send(db, job, payload, sendOptions) {
      await boss.send(job.name, withTrace(payload), {
        singletonKey: sendOptions.singletonKey,
        startAfter: sendOptions.startAfter,
        db: {
          executeSql: async (text: string, values: unknown[] = []) => {
            const result = await db.executeQuery(CompiledQuery.raw(text, values))
            return { rows: result.rows as Record<string, unknown>[] }
          },
        },
      })
    },
    listUndelivered: undelivered.list,
    resend: undelivered.resend,
    async work(job, handler, workOptions = {}) {
      const { slots, concurrency = 1, pollSeconds = 1 } = workOptions
      const attempt = async (item: { id: string; data: unknown }): Promise<JobResult> => {
        const { id } = item
        const { payload, parent } = withoutTrace(item.data as object)
        const run = () =>
          traced({ name: `job ${job.name}`, kind: 'consumer', parent }, () =>
            handler((job.upgrade ? job.upgrade(payload) : payload) as never, { id }),
          )
        try {
          await (slots ? slots.of.run(slots.priority, run) : run())
          countOutcome('job', job.name, 'done')
          return { id, status: 'completed' }
        } catch (error) {
          options.onFailure?.({ job: job.name, id, error })
          const isPermanent = error instanceof PermanentFailure
          countOutcome('job', job.name, isPermanent ? 'refused' : 'failed')
          return { id, status: isPermanent ? 'deadletter' : 'failed', output: outputOf(error) }
        }
      }
      await boss.work(
        job.name,
        {
          pollingIntervalSeconds: pollSeconds,
          batchSize: concurrency,
          // A full batch means that more jobs are waiting: fetch the next one without a pause.
          burstWhenBatchFull: true,
          // While one batch waits for its slowest job, the other goes on.
          localConcurrency: concurrency > 1 ? 2 : 1,
          perJobResults: true,
        },
        (batch) => Promise.all(batch.map(attempt)),
      )
    },
    async stop() {
      await boss.stop({ graceful: true, timeout: 5_000 })
    },
  }
}

function hasSettings(queue: object, settings: object): boolean {
  const found = queue as Record<string, unknown>
  return Object.entries(settings).every(([name, value]) => found[name] === value)
}

/** Why an attempt failed; figures and whoever wakes waiting messages read the reason. */
function outputOf(error: unknown): { message: string; away?: string; delays?: true } {
  const message = messageOf(error)
  if (error instanceof ServiceAway) return { message, away: error.channel }
  return error instanceof ReceiverDelays ? { message, delays: true } : { message }
}

const messageLengthMax = 500

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, messageLengthMax)
}
