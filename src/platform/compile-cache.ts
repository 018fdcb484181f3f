import { flushCompileCache } from 'node:module'

/** Delay after the start, so that writing the cache does not slow down the first requests. */
const afterMilliseconds = 2_000

/**
 * Writes the compile cache once, if the launcher has set a folder for it. Node itself writes it only when a process
 * exits normally, so a killed one would start just as slowly the next time.
 */
export function flushCompileCacheLater(): void {
  setTimeout(flushCompileCache, afterMilliseconds).unref()
}
