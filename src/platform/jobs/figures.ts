import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'

/** Waiting jobs in the queue of one kind of job. */
export interface JobFigures {
  readonly kind: string
  /** Jobs that could be taken now, retries among them. */
  readonly waiting: number
  /** How long the oldest of them has been ready. */
  readonly oldestSeconds: number
}

/** Queues in which something waits; the list of undelivered messages is one of them. */
export async function readJobFigures(db: Database): Promise<readonly JobFigures[]> {
  const { rows } = await sql<JobFigures>`
    select name as kind, count(*)::integer as waiting,
      extract(epoch from now() - min(start_after))::float8 as "oldestSeconds"
    from pgboss.job where state in ('created', 'retry') and start_after <= now()
    group by name`.execute(db)
  return rows
}
