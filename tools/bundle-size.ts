import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { ServerBuild } from 'react-router'
import { routeListsOf } from '../src/apps/web/rendering/route-lists.ts'

/** Important landing pages, and the maximum bytes of script (gzip) for each. */
export const scriptBudgets: Readonly<Record<string, number>> = {
  'ka:/': 130_000,
  'en:/': 130_000,
  'ka:/category/:slug': 130_000,
  'ka:/shows/:slug': 130_000,
  'ka:/events/:eventId': 130_000,
  'ka:/checkout/:orderKey': 140_000,
  'en:/checkout/:orderKey': 140_000,
}

export interface BundleSize {
  readonly total: number
  readonly files: readonly { readonly file: string; readonly bytes: number }[]
}

/**
 * The script that a browser downloads for a page's first visit: the entry, the page's route modules and their
 * imports. Measured on the built files with gzip as sent by the server (`tools/compress-assets.ts`).
 *
 * @param routeId e.g. `ka:/` or `en:/events/:eventId`
 */
export async function bundleSize(routeId: string): Promise<BundleSize> {
  const build = (await import(pathToFileURL('build/server/index.js').href)) as ServerBuild
  const { entry, routes } = build.assets
  const addresses = new Set([entry.module, ...entry.imports])
  const routeIds: string[] = []
  for (let id: string | undefined = routeId; id !== undefined; id = routes[id]?.parentId) {
    const route = routes[id]
    if (!route) throw new Error(`No such route: ${id}`)
    routeIds.push(id)
    for (const file of [
      route.module,
      route.clientLoaderModule,
      route.clientActionModule,
      ...(route.imports ?? []),
    ]) {
      if (file !== undefined) addresses.add(file)
    }
  }
  for (const list of routeListsOf(build.assets.url, routeIds)) addresses.add(list)
  const files = await Promise.all(
    [...addresses].map(async (address) => ({
      file: address,
      bytes: gzipSync(await readFile(`build/client${address}`), { level: 9 }).length,
    })),
  )
  files.sort((left, right) => right.bytes - left.bytes)
  return { total: files.reduce((sum, file) => sum + file.bytes, 0), files }
}

if (import.meta.main) {
  const routeId = process.argv[2] ?? 'ka:/'
  const { total, files } = await bundleSize(routeId)
  for (const { file, bytes } of files) console.log(`${String(bytes).padStart(8)}  ${file}`)
  console.log(`${String(total).padStart(8)}  bytes of script for ${routeId}, gzip`)
  const budget = scriptBudgets[routeId]
  if (budget !== undefined && total > budget) {
    console.error(`More than the ${budget} this page may bring.`)
    process.exitCode = 1
  }
}
