/**
 * Links to the pages of events. What is sold may be a journey or a film: code that shows an order or a ticket links to
 * what its source says (`pagePath`, `placesPath`), and only what is about events alone writes their address.
 */
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

const home = 'src/modules/events/'
/** The one function that others of the programme use. */
const open = 'src/modules/catalogue/event-path.ts'
/** The table of addresses: what is where is no link. */
const table = 'src/apps/web/page-table.ts'
/** An address in quotes or a template; patterns of routes (`/events/:eventId`) lead nowhere. */
const link = /["'`(]\/events\/(?!:)/

/** Files that write the address of an event's page and may not. */
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
