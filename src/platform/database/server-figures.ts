import { sql } from 'kysely'
import type { Database } from './database.ts'

/** What the server of the database says of itself to any of its roles. */
export interface ServerFigures {
  readonly connections: number
  readonly connectionsMax: number
  /** Null where nothing is archived. */
  readonly archive: { readonly failures: number; readonly ageSeconds: number } | null
}

export async function readServerFigures(db: Database): Promise<ServerFigures> {
  const { rows } = await sql<{
    connections: number
    connectionsMax: number
    isArchiving: boolean
    failures: number
    ageSeconds: number
  }>`
    select (select sum(numbackends)::integer from pg_stat_database) as connections,
      current_setting('max_connections')::integer as "connectionsMax",
      current_setting('archive_mode') <> 'off' as "isArchiving",
      failed_count::float8 as failures,
      extract(epoch from now() - coalesce(last_archived_time, stats_reset))::float8 as "ageSeconds"
    from pg_stat_archiver`.execute(db)
  const [row] = rows
  if (!row) return { connections: 0, connectionsMax: 0, archive: null }
  const { connections, connectionsMax, isArchiving, failures, ageSeconds } = row
  return { connections, connectionsMax, archive: isArchiving ? { failures, ageSeconds } : null }
}
