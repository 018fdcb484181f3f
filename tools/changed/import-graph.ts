import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Which file of the project imports which; paths relative to the project's folder, with `/`. */
export interface ImportGraph {
  readonly files: ReadonlySet<string>
  /** What a file imports. */
  importsOf(file: string): ReadonlySet<string>
  /** Who imports a file. */
  importersOf(file: string): ReadonlySet<string>
  /** Its text; empty for files that are not source text. */
  textOf(file: string): string
}

const none: ReadonlySet<string> = new Set()
const sources = ['src', 'tests', 'tools', 'fakes', 'db', 'bench'].map(
  (folder) => `${folder}/**/*.{ts,tsx,mjs,css,json,sql}`,
)

/**
 * Static and dynamic imports, and files named by `new URL('…', import.meta.url)`. The formatter writes them in one
 * form, so that a pattern finds them; parsing all files would take ten times as long.
 */
const named =
  /(?:\bfrom|\bimport|\bimport\()\s*['"]([^'"]+)['"]|new URL\(\s*['"]([^'"]+)['"],\s*import\.meta\.url/g

/** Reads all sources below `root`. */
export function readImportGraph(root: string): ImportGraph {
  const texts = new Map<string, string>()
  for (const file of globSync(sources, { cwd: root })) {
    const name = file.replaceAll(path.sep, '/')
    if (name.includes('node_modules/')) continue
    const isText = /\.(?:tsx?|mjs)$/.test(name)
    texts.set(name, isText ? readFileSync(path.join(root, file), 'utf8') : '')
  }
  return graphOf(texts)
}

/** The graph of files with these texts. */
export function graphOf(texts: ReadonlyMap<string, string>): ImportGraph {
  const imports = new Map<string, Set<string>>()
  const importers = new Map<string, Set<string>>()
  for (const [file, text] of texts) {
    for (const [, imported, address] of text.matchAll(named)) {
      const target = resolve(file, imported ?? address ?? '')
      if (target === null || !texts.has(target)) continue
      add(imports, file, target)
      add(importers, target, file)
    }
  }
  return {
    files: new Set(texts.keys()),
    importsOf: (file) => imports.get(file) ?? none,
    importersOf: (file) => importers.get(file) ?? none,
    textOf: (file) => texts.get(file) ?? '',
  }
}

/** The file that a specifier names; null for packages. */
function resolve(from: string, specifier: string): string | null {
  const [name = ''] = specifier.split('?')
  if (name.startsWith('#')) return `src/${name.slice(1)}`
  if (!name.startsWith('.')) return null
  return path.posix.join(path.posix.dirname(from), name)
}

function add(lists: Map<string, Set<string>>, key: string, value: string): void {
  const list = lists.get(key)
  if (list) list.add(value)
  else lists.set(key, new Set([value]))
}
