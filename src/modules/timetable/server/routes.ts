import { ok } from '#kernel/result.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import { timetableFeed } from '../contract.ts'
import { exportFeed } from './gtfs/export-feed.ts'
import { readNetwork } from './network-cache.ts'
import type { Network } from './network.ts'

/** A feed is packed once for each version of the network. */
const packed = new WeakMap<Network, Uint8Array>()

export const timetableRoutes: readonly Implementation[] = [
  implement(timetableFeed, async (context) => {
    const network = await readNetwork(context)
    let content = packed.get(network)
    if (!content) packed.set(network, (content = Buffer.concat([...exportFeed(network)])))
    return ok({ contentType: 'application/zip', content, filename: 'gtfs.zip' })
  }),
]
