import { gunzipSync, gzipSync } from 'node:zlib'
import type { ImportFile } from './read-files.ts'

/** Names and contents as they are stored: a programme is mostly the same few words. */
export function packFiles(files: readonly ImportFile[]): Buffer {
  return gzipSync(JSON.stringify(files))
}

/** What `packFiles` made; never more than a request could bring, because nothing else is packed. */
export function unpackFiles(packed: Buffer): ImportFile[] {
  return JSON.parse(gunzipSync(packed, { maxOutputLength: 128_000_000 }).toString()) as ImportFile[]
}
