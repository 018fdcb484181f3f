import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { sharedViews, tableOwners } from './tables.ts'

/** SQL of a module that uses another module's table. */
export interface TableViolation {
  readonly file: string
  readonly table: string
  readonly owner: string
}

/** Kysely methods, and SQL keywords that precede a table name. */
const byBuilder =
  /(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto|replaceInto|using|from|[a-z]+Join)\(\s*\[?\s*'([a-z_]+)/g
const bySql = /\b(?:from|join|into|update|only|using|table)\s+"?([a-z_]+)\b/gi

/** Potential table names in a source file, without comments; other words are harmless. */
export function namesInSql(source: string): ReadonlySet<string> {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  const names = [...code.matchAll(byBuilder), ...code.matchAll(bySql)].map(([, name = '']) => name)
  return new Set(names)
}

/** Tables and views that exist after all migrations. */
export async function migratedTables(folder: string): Promise<ReadonlySet<string>> {
  const tables = new Set<string>()
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  for (const name of names) {
    const text = await readFile(path.join(folder, name), 'utf8')
    const statements = text.matchAll(
      /^\s*(create (?:or replace )?(?:unlogged )?(?:table|view)|drop (?:table|view)|alter table)\s+(?:if (?:not )?exists )?([a-z_]+)(?:\s+rename to ([a-z_]+))?/gim,
    )
    for (const [, verb = '', table = '', renamed] of statements) {
      if (/^create/i.test(verb)) tables.add(table)
      else if (/^drop/i.test(verb)) tables.delete(table)
      else if (renamed !== undefined) {
        tables.delete(table)
        tables.add(renamed)
      }
    }
  }
  return tables
}

/** Violations of table ownership below `folder`/src; tests are exempt. */
export async function tableViolations(folder: string): Promise<TableViolation[]> {
  const ownerOf = new Map(
    Object.entries(tableOwners).flatMap(([owner, tables]) => tables.map((table) => [table, owner])),
  )
  const violations: TableViolation[] = []
  const entries = await readdir(path.join(folder, 'src'), { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    const file = path
      .relative(folder, path.join(entry.parentPath, entry.name))
      .replaceAll(path.sep, '/')
    if (!entry.isFile() || !file.endsWith('.ts') || file.includes('/tests/')) continue
    const parts = file.split('/').slice(1)
    const home = parts[0] === 'platform' ? 'platform' : parts.slice(0, 2).join('/')
    for (const table of namesInSql(await readFile(path.join(folder, file), 'utf8'))) {
      const owner = ownerOf.get(table)
      if (owner !== undefined && owner !== home) violations.push({ file, table, owner })
    }
  }
  return violations
}

/** Tables without an owner, and owned tables that do not exist. */
export async function unlistedTables(migrations: string): Promise<readonly string[]> {
  const listed = new Set([...Object.values(tableOwners), ...Object.values(sharedViews)].flat())
  const migrated = await migratedTables(migrations)
  return [
    ...[...migrated].filter((table) => !listed.has(table)),
    // Created by the migrator itself, before any migration.
    ...[...listed].filter((table) => table !== 'migration' && !migrated.has(table)),
  ]
}
