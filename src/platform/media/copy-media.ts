import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { ObjectStore } from './object-store.ts'

const contentTypes: Readonly<Record<string, string>> = {
  '.avif': 'image/avif',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
}
const filesAtOnce = 8

/** The content type of a picture by its name. */
export function contentTypeOf(name: string): string {
  return contentTypes[path.extname(name)] ?? 'application/octet-stream'
}

/**
 * Puts the pictures of a directory into the store, unless they exist there: names change with their content.
 *
 * @returns how many were written
 */
export async function copyMedia(directory: string, store: ObjectStore): Promise<number> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const files = entries.flatMap((entry) => {
    const contentType = contentTypes[path.extname(entry.name)]
    if (!entry.isFile() || contentType === undefined) return []
    return [{ file: path.join(entry.parentPath, entry.name), contentType }]
  })
  let written = 0
  const copyNext = async (): Promise<void> => {
    for (let next = files.shift(); next; next = files.shift()) {
      const name = path.relative(directory, next.file).replaceAll(path.sep, '/')
      if (await store.has(name)) continue
      await store.write(name, await readFile(next.file), next.contentType)
      written += 1
    }
  }
  await Promise.all(Array.from({ length: filesAtOnce }, copyNext))
  return written
}
