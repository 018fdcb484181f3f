import cluster from 'node:cluster'
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { ServerBuild } from 'react-router'
import { createImplementations } from './implementations.ts'
import { createPorts } from './ports.ts'
import { answerWorkersMetrics, measureOpenMaps } from './metrics.ts'
import { createServer } from './server.ts'
import { openServices, type Services } from './services.ts'
import { ConfigError, readConfig, type Config } from '#platform/config.ts'

const buildFile = new URL('../../../build/server/index.js', import.meta.url)

/** How long a process that was told to stop still answers, so that balancers notice `/readyz` first. */
const drainMilliseconds = 300

async function serve(config: Config & { DATABASE_URL: string }): Promise<void> {
  const services = await openServices(config, { name: 'bileti-server', supervise: false })
  const ports = createPorts(config)
  let ready = true
  const app = await createServer({
    config,
    services,
    implementations: createImplementations(ports),
    sessions: ports.sessions,
    staff: ports.staff,
    build: existsSync(fileURLToPath(buildFile))
      ? ((await import(buildFile.href)) as ServerBuild)
      : undefined,
    isReady: () => ready,
    beforeClose: () => ports.liveMaps.close(),
  })
  measureOpenMaps(() => ports.liveMaps.openCount)
  await app.listen({ port: config.PORT, host: config.HOST })
  const stop = (): void => {
    if (!ready) return
    ready = false
    void shutDown(app, services)
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  process.on('disconnect', stop)
  services.log.info({ address: config.PUBLIC_ORIGIN, process: process.pid }, 'serving')
  process.send?.({ serving: true })
}

/** Not ready → drain what is under way → close. */
async function shutDown(app: FastifyInstance, services: Services): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, drainMilliseconds))
  await app.close()
  await services.close()
  process.exit(0)
}

/** Starts the processes and replaces one that dies; a stop is passed on to all. */
function supervise(count: number): void {
  answerWorkersMetrics()
  let stopping = false
  for (let index = 0; index < count; index += 1) cluster.fork()
  cluster.on('exit', (_worker, code) => {
    if (stopping) {
      if (Object.keys(cluster.workers ?? {}).length === 0) process.exit(0)
    } else {
      if (code === 2) process.exit(2)
      setTimeout(() => cluster.fork(), 500)
    }
  })
  const stop = (): void => {
    stopping = true
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGTERM')
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
}

try {
  const config = readConfig(process.env)
  const { DATABASE_URL } = config
  if (!DATABASE_URL)
    throw new ConfigError('Settings are not usable: DATABASE_URL is not set (npm start sets it)')
  if (cluster.isPrimary && config.WORKERS > 1) {
    supervise(Math.min(config.WORKERS, availableParallelism() * 4))
  } else {
    await serve({ ...config, DATABASE_URL })
  }
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(2)
}
