import { setImmediate as nextTurn } from 'node:timers/promises'
import { ok } from '#kernel/result.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import { timetableFeed } from '../contract.ts'
import { exportFeed } from './gtfs/export-feed.ts'
import { feedRoutes } from './office/routes.ts'
import { readNetwork } from './network-cache.ts'
import type { Network } from './network.ts'

/** Cached by network, so that a feed is packed once for each version. */
const packed = new WeakMap<Network, Promise<Uint8Array>>()

export const timetableRoutes: readonly Implementation[] = [
  implement(timetableFeed, async (context) => {
    const network = await readNetwork(context)
    let content = packed.get(network)
    if (!content) packed.set(network, (content = packFeed(network)))
    return ok({
      contentType: 'application/zip',
      content: await content,
      filename: 'gtfs.zip',
    })
  }),
  ...feedRoutes,
]

/** Yields between chunks, so that other requests are served: a country's feed takes seconds. */
async function packFeed(network: Network): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for (const chunk of exportFeed(network)) {
    chunks.push(chunk)
    await nextTurn()
  }
  return Buffer.concat(chunks)
}
