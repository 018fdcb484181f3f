import { setTimeout as pause } from 'node:timers/promises'

const monotonic = performance.now.bind(performance)
let offset = 0

/**
 * Advances this process's monotonic clock, by which caches expire, so that a test does not wait. It is never set
 * back: files that run later in the process only measure durations.
 */
export async function expireCaches(milliseconds: number): Promise<void> {
  offset += milliseconds
  performance.now = () => monotonic() + offset
  // Some caches read the clock once a millisecond.
  await pause(2)
}
