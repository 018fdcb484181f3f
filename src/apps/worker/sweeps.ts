import type { Logger } from 'pino'

export interface Sweep {
  readonly name: string
  readonly everySeconds: number
  readonly run: () => Promise<unknown>
}

/**
 * Runs each sweep repeatedly, never twice concurrently; failures are logged and retried in the next run. Sweeps
 * only delete what every command already ignores, so a late run does no harm.
 */
export function runSweeps(sweeps: readonly Sweep[], log: Logger): () => Promise<void> {
  const stopping = new AbortController()
  const loops = sweeps.map((sweep) => loop(sweep, log, stopping.signal))
  return async () => {
    stopping.abort()
    await Promise.all(loops)
  }
}

async function loop(sweep: Sweep, log: Logger, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    try {
      await sweep.run()
    } catch (error) {
      log.error({ err: error, sweep: sweep.name }, 'sweep failed')
    }
    await pause(sweep.everySeconds * 1000, stopping)
  }
}

function pause(milliseconds: number, stopping: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (stopping.aborted) return resolve()
    const timer = setTimeout(done, milliseconds)
    function done(): void {
      clearTimeout(timer)
      stopping.removeEventListener('abort', done)
      resolve()
    }
    stopping.addEventListener('abort', done)
  })
}
