import { setTimeout as pauseFor } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Clock } from '#platform/context.ts'
import { countOutcome, noteSweep } from '#platform/figures/outcome-counts.ts'

export interface Sweep {
  readonly name: string
  readonly everySeconds: number
  readonly run: () => Promise<unknown>
}

/**
 * Runs each sweep repeatedly, never twice concurrently; failures are logged and retried in the next run. Sweeps
 * only delete what every command already ignores, so a late run does no harm.
 */
export function runSweeps(
  sweeps: readonly Sweep[],
  { log, clock }: { readonly log: Logger; readonly clock: Clock },
): () => Promise<void> {
  const stopping = new AbortController()
  const loops = sweeps.map((sweep) => loop(sweep, { log, clock, stopping: stopping.signal }))
  return async () => {
    stopping.abort()
    await Promise.all(loops)
  }
}

async function loop(
  sweep: Sweep,
  {
    log,
    clock,
    stopping,
  }: { readonly log: Logger; readonly clock: Clock; readonly stopping: AbortSignal },
): Promise<void> {
  while (!stopping.aborted) {
    const began = performance.now()
    try {
      await sweep.run()
      noteSweep(sweep.name, { at: clock.now(), seconds: (performance.now() - began) / 1_000 })
      countOutcome('sweep', sweep.name, 'done')
    } catch (error) {
      countOutcome('sweep', sweep.name, 'failed')
      log.error({ err: error, sweep: sweep.name }, 'sweep failed')
    }
    await pauseFor(sweep.everySeconds * 1000, undefined, { signal: stopping }).catch(() => {})
  }
}
