/** Syntax and interfaces in a script that browsers of a range lack. */
import type { Identifier } from '@mdn/browser-compat-data/types'
import { parseSync } from 'oxc-parser'
import type { OldestVersions } from '../browser-range.ts'
import { api, css, html, javascript, lacking, partOf, pseudosOf, type Finding } from './support.ts'
import {
  isDeclared,
  isPropertyName,
  memberName,
  stringOf,
  textNear,
  variableName,
  walk,
  type SyntaxNode,
} from './syntax.ts'

const builtins = partOf(javascript, 'builtins')

/** Something that the data describes. */
interface Described {
  readonly feature: string
  readonly part: Identifier | undefined
}

interface Member extends Described {
  readonly owner: Identifier
}

/** The members of all interfaces by their name: of what interface a value is cannot be seen. */
const membersByName = new Map<string, Member[]>()
for (const [root, interfaces] of Object.entries({ api, 'javascript.builtins': builtins ?? {} }))
  for (const [owner, part] of Object.entries(interfaces)) {
    // Lists have methods of the same names: see `iteratorHelpers`.
    if (owner === 'Iterator' || owner === 'AsyncIterator') continue
    for (const [name, member] of Object.entries(part as Identifier)) {
      if (name === '__compat' || name === owner || name.endsWith('_static')) continue
      const described = {
        feature: `${root}.${owner}.${name}`,
        part: member as Identifier,
        owner: part as Identifier,
      }
      membersByName.set(name, [...(membersByName.get(name) ?? []), described])
    }
  }

/** Objects of the window by their interface. */
const windowObjects: Readonly<Record<string, string>> = {
  navigator: 'Navigator',
  document: 'Document',
  crypto: 'Crypto',
  performance: 'Performance',
  history: 'History',
  screen: 'Screen',
  caches: 'CacheStorage',
}

const windowNames = new Set(['window', 'globalThis', 'self'])

/** A script while it is read. */
interface Reading {
  readonly oldest: OldestVersions
  /** Names that are declared anywhere in it, and so are probably no global ones. */
  readonly declared: ReadonlySet<string>
  readonly report: (node: SyntaxNode, ...described: Described[]) => void
}

export function findInScript(text: string, oldest: OldestVersions, file = 'x.js'): Finding[] {
  const { program, errors } = parseSync(file, text, { sourceType: 'unambiguous' })
  if (errors[0]) throw new Error(`${file} cannot be read: ${errors[0].message}`)
  const root = program as unknown as SyntaxNode
  const found: Finding[] = []
  const declared = new Set<string>()
  const guarded = new Set<unknown>()
  walk(root, (node, parent) => {
    if (isDeclared(node, parent)) declared.add(node.name as string)
    // `a.b?.()` and `a.b?.c` ask whether there is a `b`, as `typeof` does.
    if (node.optional === true) guarded.add(node.callee ?? node.object)
    if (node.operator === 'typeof') guarded.add(node.argument)
  })
  const reading: Reading = {
    oldest,
    declared,
    // Of several possible meanings all must be missing.
    report(node, ...described) {
      const missing = described.map(({ part }) => lacking(part, oldest))
      const [first] = described
      if (first && missing.every(({ length }) => length > 0))
        found.push({
          feature: first.feature,
          lacking: missing[0] ?? [],
          near: textNear(text, node),
        })
    },
  }
  walk(root, (node, parent) => {
    if (guarded.has(node)) return
    readSyntax(node, reading)
    if (node.type === 'Identifier' && !isPropertyName(node, parent)) readName(node, reading)
    if (node.type === 'MemberExpression') readMember(node, parent, reading)
    if (node.type === 'CallExpression') readCall(node, reading)
    if (/^(Template)?Literal$/.test(node.type)) readLiteral(node, reading)
  })
  return found
}

function readName(node: SyntaxNode, { declared, report }: Reading): void {
  const name = node.name as string
  if (!declared.has(name)) report(node, ...globalOf(name))
}

function globalOf(name: string): Described[] {
  const meanings = [
    { feature: `javascript.builtins.${name}`, part: partOf(builtins, name) },
    { feature: `api.${name}`, part: partOf(api, name) },
    { feature: `api.Window.${name}`, part: partOf(api, 'Window', name) },
  ]
  return meanings.filter(({ part }) => part !== undefined).slice(0, 1)
}

function readMember(
  node: SyntaxNode,
  parent: SyntaxNode | null,
  { oldest, declared, report }: Reading,
): void {
  const name = memberName(node)
  if (name === null) return
  const object = node.object as SyntaxNode
  const owner = variableName(object)
  const isOfWindow = owner !== null && !declared.has(owner)
  if (isOfWindow && windowNames.has(owner)) return report(node, ...globalOf(name))
  // Static members, and those of objects of the window, whose kind is known.
  const known = isOfWindow ? memberOf(owner, name) : null
  if (known) return report(node, known)
  const inner = memberName(object)
  const isInWindow =
    inner !== null && windowNames.has(variableName(object.object as SyntaxNode) ?? '')
  const nested = isInWindow ? memberOf(inner, name) : null
  if (nested) return report(node, nested)
  // Fields of our own data have names of interfaces as well; of anything else only calls are told apart.
  if (parent?.type !== 'CallExpression' || parent.callee !== node) return
  // Who has an object of a newer interface has used a newer name to get it.
  const members = membersByName.get(name) ?? []
  report(node, ...members.filter(({ owner: part }) => lacking(part, oldest).length === 0))
}

function memberOf(owner: string, name: string): Described | null {
  const kind = windowObjects[owner]
  if (kind !== undefined && partOf(api, kind, name))
    return { feature: `api.${kind}.${name}`, part: partOf(api, kind, name) }
  if (partOf(builtins, owner))
    return { feature: `javascript.builtins.${owner}.${name}`, part: partOf(builtins, owner, name) }
  const member = `${name}_static`
  return partOf(api, owner)
    ? { feature: `api.${owner}.${member}`, part: partOf(api, owner, member) }
    : null
}

/** Methods of iterators that arrays have as well: only the value tells them apart. */
const iteratorHelpers = new Set(
  'drop every filter find flatMap forEach map reduce some take toArray'.split(' '),
)
const givesIterator = new Set(['values', 'keys', 'entries', 'matchAll'])

function readCall(node: SyntaxNode, reading: Reading): void {
  readElement(node, reading)
  const callee = node.callee as SyntaxNode
  const helper = memberName(callee) ?? ''
  if (!iteratorHelpers.has(helper)) return
  const source = callee.object as SyntaxNode
  const from = source.callee as SyntaxNode | undefined
  if (source.type !== 'CallExpression' || !from) return
  // `Object.values(…)` is a list.
  const isObject = variableName((from.object ?? from) as SyntaxNode) === 'Object'
  if (isObject || !givesIterator.has(memberName(from) ?? '')) return
  const part = partOf(builtins, 'Iterator', helper)
  reading.report(callee, { feature: `javascript.builtins.Iterator.${helper}`, part })
}

/** Attributes of an element that React makes: `jsx('button', { popoverTarget: … })`. */
function readElement(node: SyntaxNode, { report }: Reading): void {
  const [tag, attributes] = node.arguments as SyntaxNode[]
  const name = tag && stringOf(tag)
  if (!name || attributes?.type !== 'ObjectExpression') return
  const element = partOf(html, 'elements', name)
  if (!element) return
  for (const property of attributes.properties as SyntaxNode[]) {
    const key = property.key as SyntaxNode | undefined
    const attribute = String(key?.name ?? key?.value ?? '').toLowerCase()
    const own = partOf(element, attribute)
    const part = own ?? partOf(html, 'global_attributes', attribute)
    const path = own ? `elements.${name}` : 'global_attributes'
    if (part) report(property, { feature: `html.${path}.${attribute}`, part })
  }
}

const selectors = partOf(css, 'selectors')

function readLiteral(node: SyntaxNode, { report }: Reading): void {
  const { regex } = node as { regex?: { readonly pattern: string; readonly flags: string } }
  if (regex) return readPattern(node, regex, report)
  for (const name of pseudosOf(stringOf(node) ?? ''))
    if (partOf(selectors, name))
      report(node, { feature: `css.selectors.${name}`, part: partOf(selectors, name) })
}

const patternParts: readonly (readonly [RegExp, string])[] = [
  [/\(\?<[=!]/, 'lookbehind_assertion'],
  [/\(\?<[A-Za-z]/, 'named_capturing_group'],
  [/\(\?[ims-]+:/, 'modifier'],
  [/\\p\{/i, 'unicode_character_class_escape'],
]

function readPattern(
  node: SyntaxNode,
  { pattern, flags }: { readonly pattern: string; readonly flags: string },
  report: Reading['report'],
): void {
  for (const [sign, name] of patternParts)
    if (sign.test(pattern))
      report(node, {
        feature: `javascript.regular_expressions.${name}`,
        part: partOf(javascript, 'regular_expressions', name),
      })
  for (const [flag, name] of [
    ['v', 'unicodeSets'],
    ['d', 'hasIndices'],
  ] as const)
    if (flags.includes(flag))
      report(node, {
        feature: `javascript.builtins.RegExp.${name}`,
        part: partOf(builtins, 'RegExp', name),
      })
}

/** What a kind of node is in the data. The build rewrites most of these; this shows that it did. */
const syntaxParts: Readonly<Record<string, (node: SyntaxNode) => readonly string[] | null>> = {
  StaticBlock: () => ['classes', 'static', 'initialization_blocks'],
  PropertyDefinition: ({ key }) => [
    'classes',
    (key as SyntaxNode).type === 'PrivateIdentifier'
      ? 'private_class_fields'
      : 'public_class_fields',
  ],
  BinaryExpression: ({ operator, left }) =>
    operator === 'in' && (left as SyntaxNode).type === 'PrivateIdentifier'
      ? ['classes', 'private_class_fields_in']
      : null,
  LogicalExpression: ({ operator }) =>
    operator === '??' ? ['operators', 'nullish_coalescing'] : null,
  AssignmentExpression: ({ operator }) => {
    const names: Record<string, string> = {
      '??=': 'nullish_coalescing_assignment',
      '||=': 'logical_or_assignment',
      '&&=': 'logical_and_assignment',
    }
    const name = names[operator as string]
    return name === undefined ? null : ['operators', name]
  },
  ChainExpression: () => ['operators', 'optional_chaining'],
  VariableDeclaration: ({ kind }) =>
    kind === 'using' || kind === 'await using'
      ? ['statements', (kind as string).replace(' ', '_')]
      : null,
  ForOfStatement: (node) => (node.await === true ? ['statements', 'for_await_of'] : null),
  ImportAttribute: () => ['statements', 'import', 'import_attributes'],
}

function readSyntax(node: SyntaxNode, { report }: Reading): void {
  const names = syntaxParts[node.type]?.(node)
  if (names)
    report(node, { feature: `javascript.${names.join('.')}`, part: partOf(javascript, ...names) })
}
