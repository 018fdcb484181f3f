import { setImmediate as nextTurn } from 'node:timers/promises'
import { fail, ok } from '#kernel/result.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import { timetableFeed } from '../contract.ts'
import { exportFeed, zonesOf } from './gtfs/export-feed.ts'
import { feedRoutes } from './office/routes.ts'
import { readNetwork } from './network-cache.ts'
import type { Network } from './network.ts'

/** Cached by network and time zone, so that a feed is packed once for each version. */
const packed = new WeakMap<Network, Map<string, Promise<Uint8Array>>>()

export const timetableRoutes: readonly Implementation[] = [
  implement(timetableFeed, async (context, { query }) => {
    const network = await readNetwork(context)
    const zones = zonesOf(network)
    const zone = query.timeZone ?? zones[0] ?? ''
    if (query.timeZone !== undefined && !zones.includes(zone)) return fail('NotFound')
    const feeds = packed.get(network) ?? new Map<string, Promise<Uint8Array>>()
    packed.set(network, feeds)
    const content = feeds.get(zone) ?? packFeed(network, zone)
    feeds.set(zone, content)
    return ok({
      contentType: 'application/zip',
      content: await content,
      filename: 'gtfs.zip',
    })
  }),
  ...feedRoutes,
]

/** Yields between chunks, so that other requests are served: a country's feed takes seconds. */
async function packFeed(network: Network, timeZone: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for (const chunk of exportFeed(network, timeZone)) {
    chunks.push(chunk)
    await nextTurn()
  }
  return Buffer.concat(chunks)
}
