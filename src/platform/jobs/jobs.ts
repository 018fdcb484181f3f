import { CompiledQuery } from 'kysely'
import { PgBoss } from 'pg-boss'
import type { Context } from '#platform/context.ts'
import type { EnqueueOptions, Job, JobQueue } from './queue.ts'

export type { Job } from './queue.ts'

export function defineJob<Payload extends object>(
  name: string,
  options: { readonly retryMax?: number; readonly retryDelaySeconds?: number } = {},
): Job<Payload> {
  return {
    name,
    retryMax: options.retryMax ?? 12,
    retryDelaySeconds: options.retryDelaySeconds ?? 5,
  }
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

/** The queue as the worker sees it. */
export interface JobRunner extends JobQueue {
  /** Calls the handler for each job of this kind; a throw is retried with growing pauses. */
  work<Payload extends object>(
    job: Job<Payload>,
    handler: (payload: Payload) => Promise<void>,
    options?: { readonly pollSeconds?: number },
  ): Promise<void>
  stop(): Promise<void>
}

export interface JobRunnerOptions {
  readonly url: string
  /** Every job there is: their queues are created when missing. */
  readonly jobs: readonly Job[]
  /** The worker supervises (retries, expiry, clean-up); server processes only send. */
  readonly supervise: boolean
  readonly onError: (error: Error) => void
}

/**
 * Opens the job queue (pg-boss) in the shop's own database. Every queue is of the `short` policy with a key
 * on every job, so that one waiting job a key is the most there can be.
 */
export async function openJobs(options: JobRunnerOptions): Promise<JobRunner> {
  const boss = new PgBoss({
    connectionString: options.url,
    max: options.supervise ? 4 : 2,
    application_name: 'bileti-jobs',
    supervise: options.supervise,
    schedule: false,
  })
  boss.on('error', options.onError)
  await boss.start()
  for (const job of options.jobs) {
    await boss.createQueue(job.name, {
      policy: 'short',
      retryLimit: job.retryMax,
      retryDelay: job.retryDelaySeconds,
      retryBackoff: true,
      retryDelayMax: 3_600,
    })
  }
  return {
    async send(db, job, payload, sendOptions) {
      await boss.send(job.name, payload, {
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
    async work(job, handler, workOptions = {}) {
      await boss.work(
        job.name,
        { pollingIntervalSeconds: workOptions.pollSeconds ?? 1, batchSize: 1 },
        async (batch) => {
          for (const item of batch) await handler(item.data as never)
        },
      )
    },
    async stop() {
      await boss.stop({ graceful: true, timeout: 5_000 })
    },
  }
}
