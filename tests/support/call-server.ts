/** Some calls over HTTP on a new database, for tests of modules whose callers send a bearer token. */
import type { FastifyInstance } from 'fastify'
import { createServer } from '#apps/server/server.ts'
import { createSessionStore } from '#modules/accounts/server/public-api.ts'
import { createStaffSessionStore } from '#modules/staff/server/public-api.ts'
import { readConfig } from '#platform/config.ts'
import type { Implementation } from '#platform/http/implement.ts'
import { openTestContext, type TestContext } from './context.ts'
import { testDatabase } from './database.ts'
import { unbounded } from './unbounded.ts'

export interface CallServer {
  readonly context: TestContext
  readonly app: FastifyInstance
  readonly databaseUrl: string
  close(): Promise<void>
}

export async function openCallServer(
  implementations: readonly Implementation[],
  settings: Readonly<Record<string, string>> = {},
  /** The database of another such server, to act as a second process of the same shop. */
  databaseUrl?: string,
): Promise<CallServer> {
  const database = databaseUrl === undefined ? await testDatabase() : { url: databaseUrl }
  const context = await openTestContext(database.url)
  const { db, clock, random, jobs, origin, log } = context
  const app = await createServer({
    config: readConfig({ LOG_LEVEL: 'silent', ...unbounded, ...settings }),
    services: {
      base: { db, clock, random, jobs, origin },
      jobs: jobs as never,
      log,
      systemContext: () => context,
      check: async () => ({ pendingMigrations: 0 }),
      close: async () => {},
    },
    implementations,
    sessions: createSessionStore(),
    staff: createStaffSessionStore(),
    isReady: () => true,
  })
  return {
    context,
    app,
    databaseUrl: database.url,
    async close() {
      await app.close()
      await context.close()
      if ('drop' in database) await database.drop()
    },
  }
}
