import cluster from 'node:cluster'
import { availableParallelism } from 'node:os'
import { readBuiltPages } from './built-pages.ts'
import { exitWith } from './exit.ts'
import { answerWorkersMetrics } from './metrics.ts'
import { serve } from './serve.ts'
import { openLog } from './services.ts'
import { supervise } from './supervise.ts'
import { ConfigError, readConfig, type Config } from '#platform/config.ts'

/** Starts one process per worker; a stop signal is forwarded to all. */
function superviseWorkers(config: Config): void {
  answerWorkersMetrics()
  // The parent process is notified once, when the first worker process serves.
  cluster.on('message', (_worker, message: { serving?: boolean }) => {
    if (message?.serving) process.send?.({ serving: true })
  })
  const stop = supervise({
    cluster,
    count: Math.min(config.WORKERS, availableParallelism() * 4),
    log: openLog(config, 'bileti-server'),
    exit: (code) => process.exit(code),
  })
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  process.once('disconnect', stop)
  if (process.connected === false) stop()
}

try {
  const config = readConfig(process.env)
  const { DATABASE_URL } = config
  if (!DATABASE_URL)
    throw new ConfigError('Settings are not usable: DATABASE_URL is not set (npm start sets it)')
  if (cluster.isPrimary && config.WORKERS > 1) superviseWorkers(config)
  else await serve({ ...config, DATABASE_URL }, { build: await readBuiltPages(config) })
} catch (error) {
  exitWith(error)
}
