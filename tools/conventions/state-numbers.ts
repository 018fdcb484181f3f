import { readSources } from './source-files.ts'

/**
 * A state column compared with or set to a number: `o.status in (2, 5)`, `state = 1`, `.where('status', '=', 1)`.
 */
const stateNumber =
  /\b(?:status|state)\s*(?:=|<>|!=|(?:not\s+)?in\s*\()\s*\d|'(?:[a-z_]+\.)?(?:status|state)',\s*'[^']+',\s*\[?\d/g

/** The bodies of `sql` templates and Kysely conditions in a source file, one per line. */
function databaseCode(source: string): string {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  const templates = code.matchAll(/\bsql(?:<[^`]*?>)?`((?:[^`\\]|\\.)*)`/g)
  const conditions = code.matchAll(/\.(?:where|having|on)\([^)]*\)/g)
  return [...templates, ...conditions].map(([match]) => match).join('\n')
}

/** States that a source file names by number in SQL. */
export function stateNumbersIn(source: string): string[] {
  return [...databaseCode(source).matchAll(stateNumber)].map(([match]) => match)
}

/** Every state named by number in the product's SQL: `file: code`. Tests and benchmarks are exempt. */
export function stateNumbers(root: string): string[] {
  return readSources(root, ['src/**/*.ts', 'db/seeds/**/*.ts', 'tools/**/*.ts'])
    .filter(({ file }) => !/\/tests\/|^tools\/conventions\/|\.(test|nightly)\.ts$/.test(file))
    .flatMap(({ file, text }) => stateNumbersIn(text).map((code) => `${file}: ${code}`))
}
