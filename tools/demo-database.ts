import path from 'node:path'
import type { Config } from '#platform/config.ts'
import { startPostgres, type PostgresLog } from '#platform/postgres/start-postgres.ts'

/** The database of `npm start`: the configured one, else the embedded one of the data directory. */
export interface DemoDatabase {
  readonly url: string
  /** Whether it is in the data directory and can be reset. */
  readonly isEmbedded: boolean
  /** Restarts a crashed embedded server. Returns its last output if it had to, else null. */
  revive(): Promise<string | null>
  /** Disconnects; an embedded server stops when its last user disconnects. */
  close(): Promise<void>
}

export async function openDemoDatabase(config: Config, log?: PostgresLog): Promise<DemoDatabase> {
  if (config.DATABASE_URL)
    return {
      url: config.DATABASE_URL,
      isEmbedded: false,
      revive: async () => null,
      close: async () => undefined,
    }
  const server = await startPostgres({
    dataDirectory: path.resolve(config.DATA_DIR, 'postgres'),
    ...(log && { log }),
  })
  return {
    url: server.url,
    isEmbedded: true,
    revive: () => server.revive(),
    close: () => server.stop(),
  }
}
