import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'

/**
 * Why a job waits: nobody has taken it yet (`new`), an attempt failed (`failed`), or its receiver's side delays it
 * (`delayed`), which says nothing about the shop.
 */
export type WaitingState = 'new' | 'failed' | 'delayed'

/** Waiting jobs in the queue of one kind of job. */
export interface JobFigures {
  readonly kind: string
  readonly state: WaitingState
  readonly waiting: number
  /** How long the oldest of them has been due, whether or not it was tried meanwhile. */
  readonly oldestSeconds: number
}

/**
 * Queues in which something waits; the list of undelivered messages is one of them. Jobs that are put off on purpose
 * count from the moment they were put off to: `keep_until` is that moment and the retention of the queue.
 */
export async function readJobFigures(db: Database): Promise<readonly JobFigures[]> {
  const { rows } = await sql<JobFigures>`
    select job.name as kind,
      case when state = 'created' then 'new' when output ? 'delays' then 'delayed' else 'failed' end as state,
      count(*)::integer as waiting,
      extract(epoch from now() - min(
        greatest(job.created_on, keep_until - queue.retention_seconds * interval '1 second')))::float8 as "oldestSeconds"
    from pgboss.job join pgboss.queue on queue.name = job.name
    where state < 'active' and (state = 'retry' or start_after <= now())
    group by 1, 2`.execute(db)
  return rows
}
