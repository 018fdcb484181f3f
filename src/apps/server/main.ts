import cluster, { type Worker } from 'node:cluster'
import { availableParallelism } from 'node:os'
import { readBuiltPages } from './built-pages.ts'
import { exitWith, settingsExitCode } from './exit.ts'
import { answerWorkersMetrics } from './metrics.ts'
import { serve } from './serve.ts'
import { openLog } from './services.ts'
import { ConfigError, readConfig, type Config } from '#platform/config.ts'
import { RestartPauses } from '#platform/restart-pauses.ts'

/** Starts the processes, restarts crashed ones and logs the cause; a stop signal is forwarded to all. */
function supervise(config: Config): void {
  const count = Math.min(config.WORKERS, availableParallelism() * 4)
  const log = openLog(config, 'bileti-server')
  const pauses = new RestartPauses()
  const startedAt = new WeakMap<Worker, number>()
  const fork = (): void => void startedAt.set(cluster.fork(), performance.now())
  answerWorkersMetrics()
  let stopping = false
  // The parent process is notified once, when the first worker process serves.
  cluster.on('message', (_worker, message: { serving?: boolean }) => {
    if (message?.serving) process.send?.({ serving: true })
  })
  for (let index = 0; index < count; index += 1) fork()
  cluster.on('exit', (worker, code, killer) => {
    if (stopping) {
      if (Object.keys(cluster.workers ?? {}).length === 0) process.exit(0)
      return
    }
    if (code === settingsExitCode) process.exit(settingsExitCode)
    const milliseconds = pauses.after(performance.now() - (startedAt.get(worker) ?? 0))
    log.warn(
      { process: worker.process.pid, why: killer ?? `exit code ${code}`, milliseconds },
      'a server process ended; another is started',
    )
    setTimeout(fork, milliseconds)
  })
  const stop = (): void => {
    if (stopping) return
    stopping = true
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGTERM')
    if (Object.keys(cluster.workers ?? {}).length === 0) process.exit(0)
  }
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
  if (cluster.isPrimary && config.WORKERS > 1) supervise(config)
  else await serve({ ...config, DATABASE_URL }, { build: await readBuiltPages(config) })
} catch (error) {
  exitWith(error)
}
