import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '#platform/config.ts'
import { openObjectStore } from './object-store.ts'

/** Segments without dots at their beginning: nothing outside the folder of pictures can be named. */
const addressPattern = /^\/media\/((?:[\w-][\w.-]*\/)*[\w-][\w.-]*)$/

/**
 * Reads one of the shop's pictures by its address (`/media/…`). Null when the address is not of this form or the
 * picture does not exist.
 */
export type ReadPicture = (address: string) => Promise<Uint8Array | null>

/** Reads from the configured object store, or else from the data directory. */
export function openPictures(
  config: Parameters<typeof openObjectStore>[0] & Pick<Config, 'DATA_DIR'>,
): ReadPicture {
  const store = openObjectStore(config)
  return async (address) => {
    const name = addressPattern.exec(address)?.[1]
    if (name === undefined) return null
    if (store) return (await store.read(name))?.content ?? null
    return readFile(path.resolve(config.DATA_DIR, 'media', name)).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
      throw error
    })
  }
}
