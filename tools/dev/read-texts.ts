import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

const importedTexts = /from '((?:\.{1,2}\/|#)[^']*messages\/[^']+\.json)'/g

/** Code of pages, which Vite updates in the browser, and code loaded by server and worker. */
const sources = {
  pages: ['src/**/web/**/*.{ts,tsx}'],
  programs: ['src/**/server/**/*.ts', 'src/apps/worker/**/*.ts'],
} as const

/**
 * Text files that pages read, or that server and worker read for emails, documents and responses.
 *
 * @returns paths relative to the project, with `/`
 */
export function textsReadBy(root: string, reader: keyof typeof sources): ReadonlySet<string> {
  const found = new Set<string>()
  for (const source of globSync([...sources[reader]], { cwd: root })) {
    const code = readFileSync(path.join(root, source), 'utf8')
    for (const [, imported = ''] of code.matchAll(importedTexts)) {
      const file = imported.startsWith('#')
        ? path.join('src', imported.slice(1))
        : path.join(path.dirname(source), imported)
      found.add(file.split(path.sep).join('/'))
    }
  }
  return found
}
