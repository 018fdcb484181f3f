import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

export interface SourceFile {
  /** Relative to the project, with `/`. */
  readonly file: string
  readonly text: string
}

/** Source files that match these patterns, sorted by path. */
export function readSources(root: string, patterns: readonly string[]): SourceFile[] {
  return globSync([...patterns], { cwd: root })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => !file.includes('node_modules/'))
    .toSorted()
    .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }))
}
