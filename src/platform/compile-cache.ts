import { flushCompileCache } from 'node:module'

/** Delay after the start, so that writing the cache does not slow down the first requests. */
const afterMilliseconds = 2_000

/**
 * Writes down what has been compiled so far, once, where the launcher named a folder for it. Node itself does so only
 * when a process ends in order; one that is killed would be as slow to start the next time.
 */
export function keepCompiledSoon(): void {
  setTimeout(flushCompileCache, afterMilliseconds).unref()
}
