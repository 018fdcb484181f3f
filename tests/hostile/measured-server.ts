/**
 * A server with the built pages on a given database, whose parent process asks for the processor time of its event loop.
 * In a process of its own, because a test's process loads the pages with its own transformations.
 */
import { createImplementations } from '#apps/server/implementations.ts'
import { createPorts } from '#apps/server/ports.ts'
import { readBuiltPages } from '#apps/server/built-pages.ts'
import { createServer } from '#apps/server/server.ts'
import { readConfig } from '#platform/config.ts'
import { openTestContext, testClock } from '../support/context.ts'

/** Microseconds that this process's main thread, its event loop, has used the processor. */
function loopMicroseconds(): number {
  const { user, system } = process.threadCpuUsage()
  return user + system
}

/** Work of a fixed amount, of the kind that pages do: what other times are compared with, on any machine. */
function workOfOneUnit(): number {
  let length = 0
  for (let round = 0; round < 4; round += 1) {
    const rows = Array.from({ length: 9_000 }, (_, id) => ({ id, name: `Show ${id}`, tags: ['a'] }))
    const copies = JSON.parse(JSON.stringify(rows)) as typeof rows
    const lines = copies.map(({ id, name }) => `<li>${name} ${id % 97}</li>`)
    length += lines.toSorted().join('').length
  }
  return length
}

process.on('message', (question) => {
  if (question === 'unit') workOfOneUnit()
  process.send?.(loopMicroseconds())
})
process.once('disconnect', () => process.exit(0))

// Replies are checked in tests only.
const config = { ...readConfig(process.env), MODE: 'production' as const }
const { DATABASE_URL: databaseUrl = '' } = config
const ports = createPorts(config)
const context = await openTestContext(databaseUrl, testClock(new Date(process.env['NOW'] ?? '')))
const { db, clock, random, jobs, log } = context
const build = await readBuiltPages(config)
const app = await createServer({
  config,
  services: {
    base: { db, clock, random, jobs, origin: config.PUBLIC_ORIGIN },
    jobs: jobs as never,
    log,
    systemContext: () => context,
    check: async () => ({ pendingMigrations: 0 }),
    close: async () => {},
  },
  implementations: createImplementations(ports),
  sessions: ports.sessions,
  staff: ports.staff,
  isReady: () => true,
  ...(build && { build }),
})
await app.listen({ port: config.PORT, host: '127.0.0.1' })
