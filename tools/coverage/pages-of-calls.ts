import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import * as pageTable from '#apps/web/page-table.ts'
import type { PersonalPage, PublicPage } from '#apps/web/page-table.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const source = path.join(root, 'src')
const web = path.join(source, 'apps/web')

/** Files of every page: the document, the client entry, and the shell. */
const shell = ['root.tsx', 'entry.client.tsx', 'layouts/en.tsx']
export const everyPage = 'every page'

/** A file of the pages: the calls it names, and the files it imports. */
interface WebFile {
  readonly calls: readonly string[]
  readonly imports: readonly string[]
}

/**
 * The pages that use each call, by the call's id, nearest first: a page uses a call if a directly or indirectly
 * imported file imports the call's declaration or contains its address.
 *
 * @param addresses paths of calls that pages may contain as text (downloads, pictures), by the call's id
 */
export async function pagesOfCalls(
  addresses: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const files = await readFiles(addresses)
  const found = new Map<string, { page: string; distance: number }[]>()
  const walkFrom = (page: string, starts: readonly string[]) => {
    for (const [file, distance] of distances(files, starts))
      for (const id of files.get(file)?.calls ?? [])
        found.set(id, [...(found.get(id) ?? []), { page, distance }])
  }
  walkFrom(
    everyPage,
    shell.map((file) => path.join(web, file)),
  )
  for (const [address, file] of pages()) walkFrom(address, [path.join(web, file)])
  return new Map(
    [...found].map(([id, uses]) => {
      const nearest = uses.toSorted((left, right) => left.distance - right.distance)
      return [id, [...new Set(nearest.map(({ page }) => page))]]
    }),
  )
}

function pages(): (PublicPage | PersonalPage)[] {
  const tables = Object.values(pageTable) as readonly unknown[]
  return tables.flatMap((table) =>
    Array.isArray(table)
      ? table.filter((row): row is PublicPage | PersonalPage => Array.isArray(row))
      : [],
  )
}

async function readFiles(
  addresses: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, WebFile>> {
  const names = globSync(
    ['apps/web/**/*.{ts,tsx}', 'modules/*/web/**/*.{ts,tsx}', 'design/**/*.{ts,tsx}'],
    {
      cwd: source,
    },
  ).filter((name) => !name.includes('/tests/'))
  const declared = await declaredCalls()
  return new Map(
    names.map((name) => {
      const file = path.join(source, name)
      return [file, readWebFile(file, declared, addresses)]
    }),
  )
}

/** Ids of the calls that each contract exports, by file and export name. */
async function declaredCalls(): Promise<
  ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>
> {
  const names = globSync(['modules/*/{,*-}contract.ts', 'flows/*/contract.ts'], { cwd: source })
  const rows = await Promise.all(
    names.map(async (name) => {
      const file = path.join(source, name)
      const module = (await import(pathToFileURL(file).href)) as Record<string, unknown>
      const ids = Object.entries(module).map(([each, value]) => [each, idsIn(value)] as const)
      return [file, new Map(ids)] as const
    }),
  )
  return new Map(rows)
}

/** Ids of a call, or of a list or record of calls. */
function idsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const { id, method, path: address } = value as Record<string, unknown>
  if (typeof id === 'string' && typeof method === 'string' && typeof address === 'string')
    return [id]
  return Object.values(value).flatMap((each) =>
    typeof each === 'object' && each !== null && 'id' in each && 'method' in each
      ? idsIn(each)
      : [],
  )
}

function readWebFile(
  file: string,
  declared: Awaited<ReturnType<typeof declaredCalls>>,
  addresses: ReadonlyMap<string, string>,
): WebFile {
  const text = readFileSync(file, 'utf8')
  const calls = new Set<string>()
  const imports: string[] = []
  const statement = /(?:import|export) (?!type )([^'"]*?) from '([^']+)'|import\(\s*'([^']+)'\s*\)/g
  for (const [, names = '', named, lazy] of text.matchAll(statement)) {
    const target = resolve(file, named ?? lazy ?? '')
    if (target === null) continue
    const contract = declared.get(target)
    if (!contract) imports.push(target)
    else for (const name of namesOf(names, text)) contract.get(name)?.forEach((id) => calls.add(id))
  }
  for (const [id, address] of addresses) if (writes(text, address)) calls.add(id)
  return { calls: [...calls], imports }
}

/** Names of an import statement; for a namespace import, the used names. */
function namesOf(names: string, text: string): string[] {
  const [, whole] = /\* as (\w+)/.exec(names) ?? []
  if (whole !== undefined)
    return [...text.matchAll(new RegExp(`\\b${whole}\\.(\\w+)`, 'g'))].map(([, name = '']) => name)
  return names
    .replaceAll(/[{}]/g, '')
    .split(',')
    .map((name) => name.trim().split(' as ')[0] ?? '')
}

/** Whether a text contains an address, with any values for its parameters. */
function writes(text: string, address: string): boolean {
  if (!text.includes(address.split('{')[0] ?? address)) return false
  const pattern = address
    .split(/\{[^}]+\}/)
    .map((part) => part.replaceAll(/[.*+?^$()[\]\\]/g, '\\$&'))
    .join('\\$\\{[^}]+\\}')
  return new RegExp(`['"\`]${pattern}['"\`?]`).test(text)
}

function resolve(from: string, specifier: string): string | null {
  if (specifier.startsWith('#')) return path.join(source, specifier.slice(1))
  if (!specifier.startsWith('.')) return null
  const target = path.resolve(path.dirname(from), specifier)
  return existsSync(target) ? target : null
}

/** Number of imports between a start and each file reachable from it. */
function distances(
  files: ReadonlyMap<string, WebFile>,
  starts: readonly string[],
): ReadonlyMap<string, number> {
  const known = new Map(starts.map((file) => [file, 0]))
  // Entries added during the iteration are visited too.
  for (const [file, distance] of known)
    for (const next of files.get(file)?.imports ?? [])
      if (!known.has(next) && files.has(next)) known.set(next, distance + 1)
  return known
}
