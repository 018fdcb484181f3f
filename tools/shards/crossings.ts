import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { namesInSql } from '../boundaries/table-check.ts'
import { distribution } from './distribution.ts'

/** A statement that would involve more than one machine. */
export interface Crossing {
  readonly file: string
  readonly line: number
  /** Its distributed tables. */
  readonly tables: readonly string[]
  readonly reason: 'joins offerings with orders' | 'names no key'
}

/** From a builder's first method to its execution, or an SQL text with its placeholders. */
const statement =
  /\.(?:selectFrom|insertInto|updateTable|deleteFrom)\([\s\S]*?\.execute\w*\(|\bsql(?:<[^`]*?>)?`(?:[^`$]|\$(?!\{)|\$\{[^}]*\})*`/g

/** Statements of a source file that involve several machines, in order. Comments and other texts are harmless. */
export function crossingsIn(file: string, source: string): Crossing[] {
  return [...source.matchAll(statement)].flatMap((found): Crossing[] => {
    const [text] = found
    const tables = [...namesInSql(text)].filter((name) => name in distribution).toSorted()
    if (tables.length === 0) return []
    const kinds = new Set(tables.map((table) => distribution[table]?.by))
    const line = source.slice(0, found.index).split('\n').length
    if (kinds.size > 1) return [{ file, line, tables, reason: 'joins offerings with orders' }]
    // An inserted row contains its key.
    if (/insert\s*into|insertInto/i.test(text)) return []
    const isKeyed = tables.some((table) => {
      const column = distribution[table]?.column ?? ''
      return new RegExp(`\\b${column}\\b`).test(text)
    })
    return isKeyed ? [] : [{ file, line, tables, reason: 'names no key' }]
  })
}

/** All such statements below `folder`/src. */
export async function findCrossings(folder: string): Promise<Crossing[]> {
  const entries = await readdir(path.join(folder, 'src'), { recursive: true, withFileTypes: true })
  const files = entries
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => file.endsWith('.ts') && !file.includes('/tests/'))
    .toSorted()
  const found = await Promise.all(
    files.map(async (file) => crossingsIn(file, await readFile(path.join(folder, file), 'utf8'))),
  )
  return found.flat()
}
