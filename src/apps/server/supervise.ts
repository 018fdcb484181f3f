import type { Cluster, Worker } from 'node:cluster'
import type { Logger } from 'pino'
import { RestartPauses } from '#platform/restart-pauses.ts'
import { settingsExitCode } from './exit.ts'

interface SuperviseOptions {
  readonly cluster: Pick<Cluster, 'fork' | 'on' | 'workers'>
  readonly count: number
  readonly log: Pick<Logger, 'warn'>
  /** Ends this process. */
  readonly exit: (code: number) => void
}

/**
 * Starts the processes, restarts crashed ones and logs the cause.
 *
 * @returns stops all of them; this process ends after the last one
 */
export function supervise({ cluster, count, log, exit }: SuperviseOptions): () => void {
  const pauses = new RestartPauses()
  const startedAt = new WeakMap<Worker, number>()
  let isStopping = false
  const workers = (): Worker[] => Object.values(cluster.workers ?? {}).filter((one) => one != null)
  const fork = (): void => {
    if (!isStopping) startedAt.set(cluster.fork(), performance.now())
  }
  // A process that has ended stays in the list until its channel is closed, which may be later.
  const endIfLast = (): void => {
    if (workers().every((worker) => worker.isDead())) exit(0)
  }
  cluster.on('exit', (worker, code, signal) => {
    if (isStopping) return endIfLast()
    if (code === settingsExitCode) return exit(settingsExitCode)
    const milliseconds = pauses.after(performance.now() - (startedAt.get(worker) ?? 0))
    log.warn(
      { process: worker.process.pid, why: signal ?? `exit code ${code}`, milliseconds },
      'a server process ended; another is started',
    )
    setTimeout(fork, milliseconds)
  })
  for (let index = 0; index < count; index += 1) fork()
  return () => {
    if (isStopping) return
    isStopping = true
    for (const worker of workers()) worker.process.kill('SIGTERM')
    endIfLast()
  }
}
