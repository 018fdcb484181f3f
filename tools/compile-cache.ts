import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

/** Directory of Node's compile cache, which halves the processor time of a restart. */
const directory = fileURLToPath(new URL('../.cache/compiled', import.meta.url))

/** Enables the cache for modules that this process loads from now on. An unwritable directory is no error. */
export function useCompileCache(): void {
  enableCompileCache(process.env['NODE_COMPILE_CACHE'] ?? directory)
}

/** Environment variables that enable the cache in a child process. */
export const compileCacheEnvironment: Readonly<Record<string, string>> = {
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? directory,
}
