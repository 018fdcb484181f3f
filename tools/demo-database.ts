import path from 'node:path'
import type { Config } from '#platform/config.ts'
import { startPostgres, type PostgresLog } from '#platform/postgres/start-postgres.ts'

/** The database that `npm start` uses: the one a setting names, else the embedded one of the data directory. */
export interface DemoDatabase {
  readonly url: string
  /** Whether it lies in the data directory, so that it may be thrown away. */
  readonly isEmbedded: boolean
  /** Restarts a crashed embedded server. Returns its last output if it had to, else null. */
  revive(): Promise<string | null>
  /** Leaves it; an embedded server ends with the last that leaves. */
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
