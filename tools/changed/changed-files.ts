import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { ImportGraph } from './import-graph.ts'
import { tableOwners } from '../boundaries/tables.ts'

/**
 * Files that differ from `since`, the new ones included. Without `since`: what is not committed, else the last commit.
 */
export function changedFiles(root: string, since: string | undefined): readonly string[] {
  const git = (...parameters: string[]): string[] => {
    const { status, stdout, stderr } = spawnSync('git', parameters, { cwd: root, encoding: 'utf8' })
    if (status !== 0) throw new Error(stderr.trim() || `git ${parameters.join(' ')} failed`)
    return stdout.split('\n').filter((line) => line !== '')
  }
  const differing = (from: string): string[] => [
    ...git('diff', '--name-only', '--no-renames', from),
    ...git('ls-files', '--others', '--exclude-standard'),
  ]
  if (since !== undefined) return differing(since)
  const open = differing('HEAD')
  return open.length > 0 ? open : differing('HEAD~1')
}

/** A migration has no importer: these are the tests of the modules that own the tables it names. */
export function testsOfMigrations(
  root: string,
  changed: readonly string[],
  graph: ImportGraph,
): readonly string[] {
  const owners = changed
    .filter((file) => file.startsWith('db/migrations/') && graph.files.has(file))
    .flatMap((file) => ownersNamedIn(readFileSync(path.join(root, file), 'utf8')))
  return [...graph.files].filter((file) =>
    owners.some((owner) => file.startsWith(`src/${owner}/tests/`) && file.endsWith('.test.ts')),
  )
}

/** Folders below `src` whose tables a migration names. */
export function ownersNamedIn(sql: string): readonly string[] {
  const words = new Set(sql.toLowerCase().match(/[a-z_][a-z0-9_]*/g))
  return Object.entries(tableOwners)
    .filter(([, tables]) => tables.some((table) => words.has(table)))
    .map(([owner]) => owner)
}
