import type { Logger } from 'pino'

export interface Sweep {
  readonly name: string
  readonly everySeconds: number
  readonly run: () => Promise<unknown>
}

/**
 * Runs each sweep again and again, never twice at once; a failure is logged and the next round tries again.
 * Sweeps only tidy up what every command already treats as gone, so a late one does no harm.
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
