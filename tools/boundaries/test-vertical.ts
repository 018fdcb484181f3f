/**
 * The vertical in `tests/ferry`, which proves that a new one needs no change outside the registries. Only tests and
 * registries name it, and it uses only what any vertical may use.
 */
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

const home = 'tests/ferry/'
/** Its words, also as parts of names: `ferrySource`, `ferry_sailing`. Words in capitals are external constants. */
const ownWords = /[Ff]err(?:y|ies)|[Ss]ailing|(?<![a-z])[Pp]iers?(?![a-z])/
/** A value of Google Wallet that contains one of those words. */
const foreignValue = /'FERRY'/g
/** A means of travel by GTFS, where it is defined, drawn, told and put into wallets. */
const meansOfTravel = /'ferry'|\bferry:|\.vehicle-ferry\b|\ben: 'Ferry'/g
const filesOfTravel = [
  'src/contract/travel-modes.ts',
  'src/modules/tickets/server/wallet/travel.ts',
  'src/modules/timetable/server/gtfs/vehicles.ts',
  'src/modules/timetable/server/travel-mode.ts',
  'src/modules/transport/server/describe.ts',
  'src/modules/transport/web/journeys.css',
  'src/modules/transport/web/linked-data.ts',
]
/** Where a vertical is registered; see docs/guides/add-a-vertical.md. */
const registries = ['src/apps/server/verticals.ts', 'src/apps/server/implementations.ts']
const folders = ['src', 'db', 'fakes', 'bench', 'tools'] as const
const texts = /\.(?:ts|tsx|mjs|sql|json|css)$/

/** Files that name the test vertical without permission. */
export async function filesNamingIt(root: string): Promise<string[]> {
  const found: string[] = []
  for (const folder of folders)
    for (const file of await filesBelow(root, folder)) {
      if (!texts.test(file) || isAllowed(file)) continue
      const text = await readFile(path.join(root, file), 'utf8')
      const own = filesOfTravel.includes(file) ? text.replaceAll(meansOfTravel, '') : text
      if (ownWords.test(own.replaceAll(foreignValue, ''))) found.push(file)
    }
  return found
}

function isAllowed(file: string): boolean {
  return (
    file.includes('/tests/') || file.startsWith('tools/boundaries/') || registries.includes(file)
  )
}

/** Imports of the test vertical that a real module could not have: another module's internals. */
export async function inwardImports(root: string): Promise<string[]> {
  const found: string[] = []
  for (const file of await filesBelow(root, home)) {
    // Files that open a shop and test it from outside are not part of the vertical.
    if (/(?:\.test|\/shop|\/passenger-form)\.ts$|\/steps\//.test(file)) continue
    const source = await readFile(path.join(root, file), 'utf8')
    for (const [, from = ''] of source.matchAll(/from '([^']+)'/g))
      if (!isPublic(from)) found.push(`${file}: ${from}`)
  }
  return found
}

function isPublic(from: string): boolean {
  if (from.startsWith('./')) return true
  if (from.startsWith('../') || from.startsWith('#apps/') || from.startsWith('#flows/'))
    return false
  if (!from.startsWith('#modules/')) return true
  return /\/(?:server\/public-api|[a-z-]*contract|shapes)\.ts$/.test(from)
}

async function filesBelow(root: string, folder: string): Promise<string[]> {
  const below = path.join(root, folder)
  const entries = await readdir(below, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'),
    )
}
