import { flushCompileCache } from 'node:module'

/** Long enough after the start that nobody who waited for it waits for this too. */
const afterMilliseconds = 2_000

/**
 * Writes down what has been compiled so far, once, where the launcher named a folder for it. Node itself does so only
 * when a process ends in order; one that is killed would be as slow to start the next time.
 */
export function keepCompiledSoon(): void {
  setTimeout(flushCompileCache, afterMilliseconds).unref()
}
