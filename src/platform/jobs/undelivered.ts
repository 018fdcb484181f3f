import type { PgBoss } from 'pg-boss'
import { withoutTrace } from '#platform/telemetry/job-trace.ts'
import type { JobQueue } from './queue.ts'

/** Queue of messages that were abandoned. No worker takes from it: the operator reviews and resends them. */
const queueName = 'undelivered-messages'

/** Deleted after 30 days. */
const keptSeconds = 30 * 24 * 3_600

interface Undelivered extends Pick<JobQueue, 'resend'> {
  readonly name: string
  readonly list: JobQueue['listUndelivered']
}

/** The dead letter queue of all message jobs; created if it does not exist. */
export async function undeliveredQueue(
  boss: PgBoss,
  known: ReadonlyMap<string, unknown>,
): Promise<Undelivered> {
  if (!known.has(queueName))
    await boss.createQueue(queueName, { policy: 'standard', retentionSeconds: keptSeconds })
  return {
    name: queueName,
    async list(limit) {
      const found = await boss.findJobs<Record<string, unknown>>(queueName, { queued: true })
      const newestFirst = found.toSorted((left, right) => +right.createdOn - +left.createdOn)
      return {
        total: found.length,
        messages: newestFirst.slice(0, limit).map((job) => ({
          id: job.id,
          job: job.sourceName ?? '',
          payload: withoutTrace(job.data).payload as Record<string, unknown>,
          error: errorOf(job.sourceOutput),
          attempts: (job.sourceRetryCount ?? 0) + 1,
          enqueuedAt: job.sourceCreatedOn ?? job.createdOn,
          failedAt: job.createdOn,
        })),
      }
    },
    resend: (ids) => boss.redrive(queueName, { ids: [...ids] }),
  }
}

function errorOf(output: object | null): string {
  if (output === null) return ''
  const { message, value } = output as { message?: string; value?: { message?: string } }
  return message ?? value?.message ?? ''
}
