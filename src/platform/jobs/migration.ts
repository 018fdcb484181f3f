/** Changes of the queue's own tables, which a release of pg-boss begins at its start and may finish in the background. */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'

/** Whether the role of this connection may change the queue's tables, or make them. */
export async function mayMigrateJobs(db: Database): Promise<boolean> {
  const { rows } = await sql<{ may: boolean | null }>`
    select has_schema_privilege(to_regnamespace('pgboss')::oid, 'create') as may`.execute(db)
  return rows[0]?.may ?? true
}

const lookMilliseconds = 1_000
const waitMillisecondsMax = 15 * 60_000

/**
 * Waits until the changes that pg-boss makes in the background (indexes of large tables) are complete: its process with
 * the owner's rights must not end before, because servers and workers cannot make them.
 */
export async function finishJobsMigration(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  client.on('error', () => {})
  await client.connect()
  try {
    const end = performance.now() + waitMillisecondsMax
    for (;;) {
      const { rows } = await client.query<{ command: string; error: string | null }>(
        `select command, error from pgboss.bam where status <> 'completed' order by created_on`,
      )
      const [open] = rows
      if (!open) return
      if (performance.now() > end)
        throw new Error(
          `Job queue: still open after 15 minutes: ${open.command} (${open.error ?? 'no error'}); run it again`,
        )
      await pause(lookMilliseconds)
    }
  } finally {
    await client.end()
  }
}
