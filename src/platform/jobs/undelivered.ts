import { sql } from 'kysely'
import type { PgBoss } from 'pg-boss'
import type { Context } from '#platform/context.ts'
import { withoutTrace } from '#platform/telemetry/job-trace.ts'
import type { JobQueue, UndeliveredMessage } from './queue.ts'

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

/** How many messages are due and not delivered yet: waiting, being sent, or between two attempts. */
export async function countOnTheWay({ db }: Pick<Context, 'db'>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pgboss.job join pgboss.queue on queue.name = job.name
    where queue.dead_letter = ${queueName}
      and (job.state in ('retry', 'active') or job.state = 'created' and job.start_after <= now())`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** Abandoned messages that are read at most, the newest first. */
const readMax = 1_000

/** Abandoned messages about something by its id: of one order and of returns, or of all orders when none is given. */
export async function readUndeliveredAbout(
  { db }: Pick<Context, 'db'>,
  orderId: number | null,
): Promise<Omit<UndeliveredMessage, 'enqueuedAt'>[]> {
  const { rows } = await sql<Omit<UndeliveredMessage, 'enqueuedAt' | 'error'> & { output: object }>`
    select id, source_name as job, data as payload, source_output as output, created_on as "failedAt",
      coalesce(source_retry_count, 0) + 1 as attempts
    from pgboss.job where name = ${queueName} and state = 'created'
      and (data ? 'orderId' or data ? 'orderKey' or data ? 'returnId')
      and (${orderId}::bigint is null or data->>'orderId' = ${orderId}::text or not data ? 'orderId')
    order by created_on desc limit ${readMax}`.execute(db)
  return rows.map(({ output, ...message }) => ({ ...message, error: errorOf(output) }))
}

/** What an abandoned message is about; null when it is no longer there. */
export async function readUndelivered(
  { db }: Pick<Context, 'db'>,
  id: string,
): Promise<Readonly<Record<string, unknown>> | null> {
  const { rows } = await sql<{ data: Readonly<Record<string, unknown>> }>`
    select data from pgboss.job where name = ${queueName} and id = ${id} and state = 'created'`.execute(
    db,
  )
  return rows[0]?.data ?? null
}

/** Corrects the address of an abandoned message that has one of its own; returns whether it has. */
export async function correctAddress(
  { db }: Pick<Context, 'db'>,
  id: string,
  email: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update pgboss.job set data = jsonb_set(data, '{email}', to_jsonb(${email}::text))
    where name = ${queueName} and id = ${id} and state = 'created' and data ? 'email'`.execute(db)
  return numAffectedRows === 1n
}
