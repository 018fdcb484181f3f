import type { FastifyInstance } from 'fastify'
import { register } from 'prom-client'
import { createImplementations } from './implementations.ts'
import { collectFigures } from './background-figures.ts'
import { answerSource, certificateSource, databaseSource, diskSource } from './figure-sources.ts'
import { measureOpenMaps } from './metrics.ts'
import type { WebBuild } from './page-renderer.ts'
import { createPorts } from './ports.ts'
import { createServer } from './server.ts'
import { openServices, type Services } from './services.ts'
import { warnOfMissingWebKey } from './web-key.ts'
import { flushCompileCacheLater } from '#platform/compile-cache.ts'
import { ConfigError, type Config } from '#platform/config.ts'
import { explainListenError } from '#platform/start-errors.ts'
import { startTelemetry } from '#platform/telemetry/start-telemetry.ts'

/** How long a stopping process still serves requests, so that load balancers notice `/readyz` first. */
const drainMilliseconds = 300
const shutDownMillisecondsMax = 9_000

/**
 * Opens one server process and serves until it is stopped.
 *
 * @param options.build the pages; without them only calls are served @param options.prepare changes the server
 * before it listens
 */
export async function serve(
  config: Config & { readonly DATABASE_URL: string },
  options: {
    readonly build?: WebBuild
    readonly prepare?: (app: FastifyInstance) => Promise<void>
  },
): Promise<void> {
  const telemetry = await startTelemetry(config, { service: 'bileti-server', registry: register })
  const services = await openServices(config, { name: 'bileti-server', supervise: false })
  const ports = createPorts(config)
  let ready = true
  const app = await createServer({
    config,
    services,
    implementations: createImplementations(ports),
    sessions: ports.sessions,
    staff: ports.staff,
    ...(options.build && { build: options.build }),
    isReady: () => ready,
    beforeClose: async () => {
      await Promise.all([ports.liveMaps.close(), ports.queue.live.close()])
    },
  })
  measureOpenMaps(() => ports.liveMaps.openCount)
  const figures = collectFigures(
    [
      answerSource(services.check, services.clock),
      databaseSource(services.base.db, ports.checkout.providers),
      diskSource(config),
      certificateSource(config),
    ],
    services.log,
  )
  await options.prepare?.(app)
  await listen(app, config)
  void warnOfMissingWebKey(services.systemContext(), services.log)
  const stop = (): void => {
    if (!ready) return
    ready = false
    figures.close()
    void shutDown(app, services, telemetry)
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  process.on('disconnect', stop)
  // The parent process may have ended during startup.
  if (process.connected === false) stop()
  services.log.info({ address: config.PUBLIC_ORIGIN, process: process.pid }, 'serving')
  process.send?.({ serving: true })
  flushCompileCacheLater()
}

/** Throws `ConfigError` with a one-line message when the address is not available. */
async function listen(app: FastifyInstance, { HOST: host, PORT: port }: Config): Promise<void> {
  try {
    await app.listen({ port, host })
  } catch (error) {
    const line = explainListenError(error, { host, port })
    throw line === undefined ? error : new ConfigError(line)
  }
}

/** Not ready → drain running requests → close; bounded, since draining could take for ever without the database. */
async function shutDown(
  app: FastifyInstance,
  services: Services,
  telemetry: { close(): Promise<void> },
): Promise<void> {
  setTimeout(() => process.exit(0), shutDownMillisecondsMax).unref()
  await new Promise((resolve) => setTimeout(resolve, drainMilliseconds))
  await app.close()
  await services.close()
  await telemetry.close()
  process.exit(0)
}
