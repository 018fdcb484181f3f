/** Exports the network as a GTFS Schedule feed, with additional data in columns and files of our own. */
import { createHash } from 'node:crypto'
import { Zip, ZipDeflate, strToU8 } from 'fflate'
import type { Network } from '../network.ts'
import { fareFiles } from './export-fares.ts'
import { extensionFiles } from './export-extensions.ts'
import { feedInfoFile, placeFiles } from './export-places.ts'
import { tripFiles } from './export-trips.ts'
import { Ids, usedOf, type Cell, type FeedFile } from './feed-rows.ts'

/** Number of rows compressed at a time. */
const rowsPerChunk = 2_000
const bytesPerLevel = 6
const versionLength = 16

/** The time zone of the feed that is meant where none is named, if carriers have it. */
const platformZone = 'Asia/Tbilisi'

/** The time zones of the carriers, that of the platform first: a feed has the carriers of one. */
export function zonesOf(network: Network): string[] {
  const zones = new Set([...network.agencies.values()].map(({ timeZone }) => timeZone))
  const rank = (zone: string) => (zone === platformZone ? '' : zone)
  return [...zones].toSorted((one, other) => (rank(one) < rank(other) ? -1 : 1))
}

/**
 * The ZIP archive in chunks, with the carriers of one time zone, by default the first. Rows are sorted, so that the same
 * network always produces the same feed; its version is a digest of all rows.
 */
export function* exportFeed(
  network: Network,
  timeZone: string = zonesOf(network)[0] ?? platformZone,
): Generator<Uint8Array> {
  const ready: Uint8Array[] = []
  let failure: Error | null = null
  const zip = new Zip((error, chunk) => {
    if (error) failure = error
    else ready.push(chunk)
  })
  const hash = createHash('sha256')
  for (const { name, headings, rows } of filesOf(partOf(network, timeZone), () =>
    hash.copy().digest('hex').slice(0, versionLength),
  )) {
    const entry = new ZipDeflate(name, { level: bytesPerLevel })
    // A constant timestamp, so that the same content produces the same archive.
    entry.mtime = '1980-01-01T00:00:00Z'
    zip.add(entry)
    let lines = [headings.join()]
    for (const row of rows()) {
      lines.push(row.map(cellText).join())
      if (lines.length < rowsPerChunk) continue
      const chunk = strToU8(`${lines.join('\r\n')}\r\n`)
      hash.update(chunk)
      entry.push(chunk)
      lines = []
      yield* ready.splice(0)
    }
    const last = strToU8(lines.length > 0 ? `${lines.join('\r\n')}\r\n` : '')
    hash.update(last)
    entry.push(last, true)
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

/** The part of the network that the carriers of a time zone have. */
function partOf(network: Network, timeZone: string): Network {
  const agencies = new Map([...network.agencies].filter(([, one]) => one.timeZone === timeZone))
  if (agencies.size === network.agencies.size) return network
  const routes = new Map([...network.routes].filter(([, one]) => agencies.has(one.agencyId)))
  return {
    ...network,
    agencies,
    routes,
    classes: new Map([...network.classes].filter(([, one]) => agencies.has(one.agencyId))),
    vehicleTypes: new Map(
      [...network.vehicleTypes].filter(([, one]) => agencies.has(one.agencyId)),
    ),
    trips: new Map([...network.trips].filter(([, { pattern }]) => routes.has(pattern.routeId))),
    fares: network.fares.filter(({ agencyId }) => agencies.has(agencyId)),
  }
}

/** The last file tells the version of the others. */
function filesOf(network: Network, versionOf: () => string): FeedFile[] {
  const ids = new Ids(network)
  const used = usedOf(network)
  return [
    ...placeFiles(network, ids, used),
    ...tripFiles(network, ids, used),
    ...fareFiles(network, ids, used),
    ...extensionFiles(network, ids, used),
    feedInfoFile(used, versionOf),
  ]
}
