import path from 'node:path'
import * as tables from '../../src/apps/web/page-table.ts'

/** The paths of each file of a page; files relative to the project, paths without a language. */
export function pageFiles(): ReadonlyMap<string, readonly string[]> {
  const paths = new Map<string, string[]>()
  for (const table of Object.values(tables)) {
    if (!Array.isArray(table)) continue
    for (const page of table) {
      if (!Array.isArray(page)) continue
      const [address, file] = page as unknown as readonly [string, string]
      const name = path.posix.join('src/apps/web', file)
      paths.set(name, [...(paths.get(name) ?? []), address])
    }
  }
  return paths
}
