import { sharedViews, tableOwners } from '../boundaries/tables.ts'
import { readSources } from './source-files.ts'

const tables = new Set([...Object.values(tableOwners), ...Object.values(sharedViews)].flat())

const builderStar = /\.(?:selectAll|returningAll)\([^)]*\)/g
const returningStar = /\breturning\s+(?:\w+\.)?\*/gi
const recordStar = /\*\s+from\s+jsonb?_populate_recordset\(\s*null::\w+/gi
/** `select *`, `select one.*` and `…, one.*`; not `count(*)` or a product. */
const listStar = /(?:\bselect\s+(?:distinct\s+)?|,\s*)(?:(\w+)\.)?\*(?!\s*[\d(])/gi

/** The bodies of templates with SQL, without comments. */
function templatesOf(source: string): string[] {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  return [...code.matchAll(/`((?:[^`\\]|\\.)*)`/g)].map(([match]) => match)
}

/** What follows up to the end of the parenthesis that it is in. */
function restOfQuery(text: string, start: number): string {
  let depth = 0
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1
    if (text[at] === ')' && --depth < 0) return text.slice(start, at)
  }
  return text.slice(start)
}

/** Whether the star stands for the columns of a table that there is, which a migration may add to. */
function isOfTable(template: string, end: number, alias: string | undefined): boolean {
  if (alias === undefined) {
    const from = restOfQuery(template, end).matchAll(/\b(?:from|join)\s+(\w+)/gi)
    return [...from].some(([, name = '']) => tables.has(name))
  }
  if (new RegExp(`\\b${alias} as (?:(?:not )?materialized )?\\(`, 'i').test(template)) return false
  const named = template.matchAll(
    new RegExp(
      `(?:\\b(?:from|join|update|into|using)|,)\\s+(\\w+)\\s+(?:as\\s+)?${alias}\\b`,
      'gi',
    ),
  )
  return tables.has(alias) || [...named].some(([, name = '']) => tables.has(name))
}

/** Reads of all columns of a table, whatever they are by then. */
export function unnamedColumnsIn(source: string): string[] {
  const found = [...source.matchAll(builderStar)].map(([text]) => text)
  for (const template of templatesOf(source)) {
    for (const pattern of [returningStar, recordStar])
      found.push(...[...template.matchAll(pattern)].map(([text]) => text))
    for (const match of template.matchAll(listStar)) {
      const [text, alias] = match
      if (isOfTable(template, match.index + text.length, alias)) found.push(text.trim())
    }
  }
  return found
}

/** Every such read of the running shop: `file: code`. */
export function unnamedColumns(root: string): string[] {
  return readSources(root, ['src/**/*.ts'])
    .filter(({ file }) => !/\/tests\/|\/web\//.test(file))
    .flatMap(({ file, text }) => unnamedColumnsIn(text).map((code) => `${file}: ${code}`))
}
