/** Exports the network as a GTFS Schedule feed, with additional data in columns and files of our own. */
import { Zip, ZipDeflate, strToU8 } from 'fflate'
import type { Network } from '../network.ts'
import { fareFiles } from './export-fares.ts'
import { extensionFiles } from './export-extensions.ts'
import { placeFiles } from './export-places.ts'
import { tripFiles } from './export-trips.ts'
import { Ids, usedOf, type Cell, type FeedFile } from './feed-rows.ts'

/** Number of rows compressed at a time. */
const rowsPerChunk = 2_000
const bytesPerLevel = 6

/** The ZIP archive in chunks. Rows are sorted, so that the same network always produces the same feed. */
export function* exportFeed(network: Network): Generator<Uint8Array> {
  const ready: Uint8Array[] = []
  let failure: Error | null = null
  const zip = new Zip((error, chunk) => {
    if (error) failure = error
    else ready.push(chunk)
  })
  for (const { name, headings, rows } of filesOf(network)) {
    const entry = new ZipDeflate(name, { level: bytesPerLevel })
    // A constant timestamp, so that the same content produces the same archive.
    entry.mtime = '1980-01-01T00:00:00Z'
    zip.add(entry)
    let lines = [headings.join()]
    for (const row of rows()) {
      lines.push(row.map(cellText).join())
      if (lines.length < rowsPerChunk) continue
      entry.push(strToU8(`${lines.join('\r\n')}\r\n`))
      lines = []
      yield* ready.splice(0)
    }
    entry.push(strToU8(lines.length > 0 ? `${lines.join('\r\n')}\r\n` : ''), true)
    yield* ready.splice(0)
  }
  zip.end()
  if (failure) throw new Error('The feed could not be compressed', { cause: failure })
  yield* ready.splice(0)
}

function cellText(cell: Cell): string {
  const text = cell === null ? '' : String(cell)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function filesOf(network: Network): FeedFile[] {
  const ids = new Ids(network)
  const used = usedOf(network)
  return [
    ...placeFiles(network, ids, used),
    ...tripFiles(network, ids, used),
    ...fareFiles(network, ids, used),
    ...extensionFiles(network, ids, used),
  ]
}
