/** Which browsers of a range lack a feature, by the public compatibility data of MDN. */
import data from '@mdn/browser-compat-data/forLegacyNode'
import type { Identifier, SimpleSupportStatement } from '@mdn/browser-compat-data/types'
import type { Family, OldestVersions } from '../browser-range.ts'

export const { api, css, html, javascript } = data

/** A part of the data by its names, e.g. `javascript.builtins.Map`. */
export function partOf(from: Identifier | undefined, ...names: string[]): Identifier | undefined {
  let part = from
  for (const name of names) {
    if (part === undefined || name === '__compat' || !Object.hasOwn(part, name)) return undefined
    part = part[name]
  }
  return part
}

/** The browsers of the range that lack a feature, with the version that has it; empty if all have it, or nothing is known. */
export function lacking(feature: Identifier | undefined, oldest: OldestVersions): string[] {
  const { __compat: described } = feature ?? {}
  const support = described?.support
  if (!support) return []
  return (Object.entries(oldest) as [Family, string][]).flatMap(([family, version]) => {
    const statement = support[family]
    if (statement === undefined) return []
    const statements = Array.isArray(statement) ? statement : [statement]
    if (statements.some((one) => holds(one, version))) return []
    const since = statements.find(isPlain)?.version_added
    return [typeof since === 'string' ? `${family} before ${since}` : `all ${family}`]
  })
}

/** Without a prefix, another name or a setting of the browser. */
function isPlain({ prefix, alternative_name: name, flags }: SimpleSupportStatement): boolean {
  return prefix === undefined && name === undefined && flags === undefined
}

function holds(statement: SimpleSupportStatement, version: string): boolean {
  const { version_added: since, version_removed: until } = statement
  if (!isPlain(statement) || typeof since !== 'string' || since === 'preview') return false
  return isUpTo(since, version) && (until === undefined || !isUpTo(until, version))
}

function isUpTo(version: string, other: string): boolean {
  return version.replace('≤', '').localeCompare(other, 'en', { numeric: true }) <= 0
}

/** Something that a file uses and a browser of the range lacks. */
export interface Finding {
  /** The name in the data, e.g. `javascript.builtins.Map.groupBy`. */
  readonly feature: string
  readonly lacking: readonly string[]
  /** The place in the file. */
  readonly near: string
}

/**
 * The pseudo classes and elements that a selector depends on. A browser that does not know one ignores the whole selector, but
 * not inside `:is` and `:where`.
 */
export function pseudosOf(selector: string): string[] {
  const names: string[] = []
  const opened: boolean[] = []
  for (const [sign, name, open] of selector.matchAll(/\\.|::?([a-z][a-z-]*)(\()?|[()]/g)) {
    if (name !== undefined && !opened.includes(true)) names.push(name)
    if (open !== undefined) opened.push(name === 'is' || name === 'where')
    else if (sign === '(') opened.push(false)
    else if (sign === ')') opened.pop()
  }
  return names
}
