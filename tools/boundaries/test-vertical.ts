/**
 * The vertical that lives in `tests/ferry` alone: the proof that something new is sold without a change outside the
 * registries. Nothing but tests and registries names it, and it uses what any vertical may use.
 */
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

const home = 'tests/ferry/'
/** Its own words, also as parts of names: `ferrySource`, `ferry_sailing`. Capitals alone are other parties' constants. */
const ownWords = /[Ff]err(?:y|ies)|[Ss]ailing|(?<![a-z])[Pp]iers?(?![a-z])/
/** A value of Google's wallet that happens to be one of those words. */
const foreignValue = /'FERRY'/g
/** Where a vertical is entered; see docs/guides/add-a-vertical.md. */
const registries = ['src/apps/server/verticals.ts', 'src/apps/server/implementations.ts']
const folders = ['src', 'db', 'fakes', 'bench', 'tools'] as const
const texts = /\.(?:ts|tsx|mjs|sql|json|css)$/

/** Files that name the test vertical and may not. */
export async function filesNamingIt(root: string): Promise<string[]> {
  const found: string[] = []
  for (const folder of folders)
    for (const file of await filesBelow(root, folder)) {
      if (!texts.test(file) || isAllowed(file)) continue
      const text = await readFile(path.join(root, file), 'utf8')
      if (ownWords.test(text.replaceAll(foreignValue, ''))) found.push(file)
    }
  return found
}

function isAllowed(file: string): boolean {
  return (
    file.includes('/tests/') || file.startsWith('tools/boundaries/') || registries.includes(file)
  )
}

/** Imports of the test vertical that no module of its own could have: another module's inside. */
export async function inwardImports(root: string): Promise<string[]> {
  const found: string[] = []
  for (const file of await filesBelow(root, home)) {
    // What opens a shop and looks at everything from outside is no part of the vertical.
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
