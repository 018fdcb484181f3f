/**
 * Checks links to event pages. Items may also be journeys or films: code that shows an order or ticket uses the
 * links of its source (`pagePath`, `placesPath`), and only event-specific code contains their address.
 */
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

const home = 'src/modules/events/'
/** The public function for other programme modules. */
const open = 'src/modules/catalogue/event-path.ts'
/** The route table contains addresses but no links. */
const table = 'src/apps/web/page-table.ts'
/** An address in quotes or a template; route patterns (`/events/:eventId`) and the list of what has been are no links. */
const link = /["'`(]\/events\/(?!:|passed\b)/

/** Files that contain an event page's address without permission. */
export async function filesLinkingEvents(root: string): Promise<string[]> {
  const entries = await readdir(path.join(root, 'src'), { recursive: true, withFileTypes: true })
  const found: string[] = []
  for (const entry of entries) {
    if (!entry.isFile() || !/\.tsx?$/.test(entry.name)) continue
    const full = path.join(entry.parentPath, entry.name)
    const file = path.relative(root, full).replaceAll(path.sep, '/')
    if (file.startsWith(home) || file === open || file === table || file.includes('/tests/'))
      continue
    if (link.test(await readFile(full, 'utf8'))) found.push(file)
  }
  return found.toSorted()
}
