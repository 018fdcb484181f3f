/** Feeds for tests: published ones, and small ones built from text. */
import { readdirSync, readFileSync } from 'node:fs'
import { strToU8, zipSync } from 'fflate'

const folder = new URL('../../../../tests/feeds/', import.meta.url)

/** Text by file name. */
export type FeedFiles = Readonly<Record<string, string>>

export function googleSample(): FeedFiles {
  const sample = new URL('google-sample/', folder)
  return Object.fromEntries(
    readdirSync(sample).map((file) => [file, readFileSync(new URL(file, sample), 'utf8')]),
  )
}

export function caltrain(): Uint8Array {
  return readFileSync(new URL('caltrain-2016.zip', folder))
}

export function packed(files: FeedFiles): Uint8Array[] {
  return [
    zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))),
  ]
}
