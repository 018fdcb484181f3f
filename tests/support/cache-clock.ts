import { setTimeout as pause } from 'node:timers/promises'

const monotonic = performance.now.bind(performance)
let offset = 0

/**
 * Moves the monotonic clock of this process forward, by which its caches count, so that a test does not wait for
 * them to expire. It never goes back: files that run later in the process see durations only.
 */
export async function expireCaches(milliseconds: number): Promise<void> {
  offset += milliseconds
  performance.now = () => monotonic() + offset
  // Some caches read the clock once a millisecond.
  await pause(2)
}
