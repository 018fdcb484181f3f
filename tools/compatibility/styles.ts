/** Properties, values, selectors and rules of a style sheet that browsers of a range lack. */
import type { Identifier } from '@mdn/browser-compat-data/types'
import { parse, type AtRule, type Declaration, type Node, type Rule } from 'postcss'
import type { OldestVersions } from '../browser-range.ts'
import { css, lacking, partOf, pseudosOf, type Finding } from './support.ts'

const properties = partOf(css, 'properties')
const selectors = partOf(css, 'selectors')
const atRules = partOf(css, 'at-rules')

/** Functions and units of values by their name. */
const valueParts = new Map<string, { readonly feature: string; readonly part: Identifier }>()
collectValues('css.types', partOf(css, 'types'))

function collectValues(path: string, from: Identifier | undefined): void {
  for (const [name, part] of Object.entries(from ?? {})) {
    if (name === '__compat') continue
    const feature = `${path}.${name}`
    valueParts.set(name, { feature, part: part as Identifier })
    collectValues(feature, part as Identifier)
  }
}

/** The units of a window's height without the browser's bars. */
const dynamicUnits = /\d(?:(d)|(s)|(l))v[hwib]\b/

export function findInStyles(text: string, oldest: OldestVersions): Finding[] {
  const found: Finding[] = []
  const report = (node: Node, feature: string, part: Identifier | undefined): void => {
    const missing = lacking(part, oldest)
    if (missing.length === 0 || isGuarded(node, feature)) return
    found.push({ feature, lacking: missing, near: node.toString().slice(0, 100) })
  }
  const root = parse(text)
  root.walkAtRules((rule) => readAtRule(rule, report))
  root.walkRules((rule) => readSelector(rule, report))
  root.walkDecls((declaration) => readDeclaration(declaration, report))
  return found
}

type Report = (node: Node, feature: string, part: Identifier | undefined) => void

function readAtRule(rule: AtRule, report: Report): void {
  report(rule, `css.at-rules.${rule.name}`, partOf(atRules, rule.name))
  if (rule.name !== 'media') return
  for (const [, name = ''] of rule.params.matchAll(/\(\s*([a-z-]+)/g))
    report(
      rule,
      `css.at-rules.media.${name}`,
      partOf(atRules, 'media', name.replace(/^(min|max)-/, '')),
    )
  if (/[<>]/.test(rule.params))
    report(rule, 'css.at-rules.media.range_syntax', partOf(atRules, 'media', 'range_syntax'))
}

function readSelector(rule: Rule, report: Report): void {
  for (const name of pseudosOf(rule.selector))
    report(rule, `css.selectors.${name}`, partOf(selectors, name))
  if (rule.selector.replaceAll(/\\./g, '').includes('&'))
    report(rule, 'css.selectors.nesting', partOf(selectors, 'nesting'))
}

function readDeclaration(declaration: Declaration, report: Report): void {
  const { prop, value } = declaration
  if (prop.startsWith('-')) return
  const property = partOf(properties, prop)
  // What an older browser does not know it leaves out, and takes the line before.
  if (hasEarlier(declaration)) return
  report(declaration, `css.properties.${prop}`, property)
  if (value.includes('url(')) return
  for (const [word] of value.matchAll(/[a-z][a-z-]*/g)) {
    const keyword = partOf(property, word)
    if (keyword) report(declaration, `css.properties.${prop}.${word}`, keyword)
  }
  for (const [, name = ''] of value.matchAll(/([a-z][a-z-]*)\(/g)) {
    const known = valueParts.get(name)
    if (known) report(declaration, known.feature, known.part)
  }
  const unit = dynamicUnits.exec(value)
  if (unit) {
    const name = `viewport_percentage_units_${unit[1] ? 'dynamic' : unit[2] ? 'small' : 'large'}`
    report(declaration, `css.types.length.${name}`, partOf(css, 'types', 'length', name))
  }
}

/** Also with the prefix of a browser. */
function hasEarlier(declaration: Declaration): boolean {
  for (let node = declaration.prev(); node; node = node.prev())
    if (node.type === 'decl' && node.prop.replace(/^-(webkit|moz)-/, '') === declaration.prop)
      return true
  return false
}

/** Inside a rule that asks for it: `@supports (field-sizing: content)`. */
function isGuarded(node: Node, feature: string): boolean {
  const name = feature.split('.').at(2) ?? ''
  for (let rule = node.parent as Node | undefined; rule; rule = rule.parent as Node | undefined)
    if (rule.type === 'atrule' && (rule as AtRule).name === 'supports')
      if ((rule as AtRule).params.includes(name)) return true
  return false
}
