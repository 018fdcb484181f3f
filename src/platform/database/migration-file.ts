/** What a file of `db/migrations` holds: its statements, and how they are run (db/migrations/README.md). */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'

export interface Migration {
  readonly name: string
  readonly text: string
  readonly digest: string
}

export interface MigrationStatement {
  readonly text: string
  /** Repeated until it changes no row; each time is committed by itself. */
  readonly isBatched: boolean
}

const folder = new URL('../../../db/migrations/', import.meta.url)

/** A file says this in its first lines when its statements cannot or should not share one transaction. */
const outsideTransaction = /^-- outside a transaction\b/m
/** Precedes a statement that changes a bounded number of rows at a time. */
const inBatches = /^\s*-- in batches\b/m

/** The names of the files of `db/migrations`, in their order. */
export async function migrationNames(): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
}

/** The plain SQL files of `db/migrations`, in order of their names. */
export async function readMigrations(): Promise<Migration[]> {
  return Promise.all(
    (await migrationNames()).map(async (name) =>
      migrationOf(name, await readFile(new URL(name, folder), 'utf8')),
    ),
  )
}

export function migrationOf(name: string, text: string): Migration {
  return { name, text, digest: createHash('sha256').update(text).digest('hex') }
}

export function runsOutsideTransaction(text: string): boolean {
  return outsideTransaction.test(text)
}

/** Texts and names in quotes, bodies of functions, and comments: a semicolon in them ends no statement. */
const opaque =
  /\b[eE]'(?:[^'\\]|\\.|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$(?:[a-zA-Z_]\w*)?\$)[\s\S]*?\1|--[^\n]*|\/\*[\s\S]*?\*\/|;/g

/** The statements of a file, each with the comments before it. */
export function statementsOf(text: string): MigrationStatement[] {
  const statements: MigrationStatement[] = []
  let start = 0
  const end = (at: number): void => {
    const statement = text.slice(start, at).trim()
    start = at + 1
    if (withoutComments(statement) === '') return
    statements.push({ text: statement, isBatched: inBatches.test(statement) })
  }
  for (const { 0: match, index } of text.matchAll(opaque)) if (match === ';') end(index)
  end(text.length)
  return statements
}

export function withoutComments(statement: string): string {
  return statement.replaceAll(opaque, (match) => (/^(?:--|\/\*)/.test(match) ? ' ' : match)).trim()
}
