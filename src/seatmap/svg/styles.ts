/** The few style properties that decide what of a drawing is seen and where. */

const known = new Set([
  'fill',
  'stroke',
  'display',
  'visibility',
  'opacity',
  'transform',
  'transform-origin',
  'transform-box',
  'translate',
  'rotate',
  'scale',
])

const inAttributes = [
  'fill',
  'stroke',
  'display',
  'visibility',
  'opacity',
  'transform',
  'transform-origin',
]

type Declarations = ReadonlyMap<string, { readonly value: string; readonly wins: boolean }>

/** Elements as a selector sees them. */
interface Styled {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly parent: Styled | null
}

interface Compound {
  readonly tag: string
  readonly ids: readonly string[]
  readonly classes: readonly string[]
  readonly attributes: readonly (readonly [name: string, value: string | null])[]
  /** Whether it has to match the parent, and not any ancestor, of what follows. */
  readonly isParent: boolean
}

interface Rule {
  readonly parts: readonly Compound[]
  readonly weight: number
  readonly order: number
  readonly declarations: Declarations
}

/** The last declaration of a property counts. */
function readDeclarations(text: string): Declarations {
  const read = new Map<string, { value: string; wins: boolean }>()
  for (const declaration of withoutComments(text).split(';')) {
    const colon = declaration.indexOf(':')
    if (colon < 0) continue
    const name = declaration.slice(0, colon).trim().toLowerCase()
    if (!known.has(name)) continue
    const given = declaration.slice(colon + 1).trim()
    const mark = given.toLowerCase().lastIndexOf('!important')
    const value = mark < 0 ? given : given.slice(0, mark).trim()
    if (value !== '' && (mark >= 0 || !read.get(name)?.wins))
      read.set(name, { value, wins: mark >= 0 })
  }
  return read
}

function withoutComments(text: string): string {
  if (!text.includes('/*')) return text
  const kept: string[] = []
  for (let at = 0; ;) {
    const open = text.indexOf('/*', at)
    kept.push(text.slice(at, open < 0 ? undefined : open))
    const close = open < 0 ? -1 : text.indexOf('*/', open + 2)
    if (close < 0) return kept.join(' ')
    at = close + 2
  }
}

/** Comparisons of rules with elements in one drawing. */
const comparisonsMax = 6_000_000

/** The style sheets of a drawing. */
export class Styles {
  readonly #byKey = new Map<string, Rule[]>()
  #order = 0
  #comparisons = 0

  /** Adds the rules of a sheet; rules for paper, and selectors that depend on more than names, are not used. */
  add(sheet: string): void {
    const text = withoutComments(sheet).replaceAll(/<!--|-->/g, ' ')
    // By index and not by one expression, which would look for a brace from each letter of a sheet without any.
    for (let at = 0; ;) {
      const open = text.indexOf('{', at)
      if (open < 0) return
      let head = text.slice(at, open)
      head = head.slice(Math.max(head.lastIndexOf('}'), head.lastIndexOf(';')) + 1).trim()
      if (/^@(?:media|supports|layer)/i.test(head) && !/print|speech|not\b/i.test(head)) {
        at = open + 1
        continue
      }
      const close = head.startsWith('@') ? endOfBlock(text, open) : text.indexOf('}', open)
      if (close < 0) return
      if (!head.startsWith('@')) this.#addRules(head, text.slice(open + 1, close))
      at = close + 1
    }
  }

  #addRules(head: string, body: string): void {
    const declarations = readDeclarations(body)
    if (declarations.size === 0) return
    for (const selector of head.split(',')) {
      const parts = readSelector(selector)
      const last = parts?.at(-1)
      if (!parts || !last) continue
      const weight = parts.reduce(
        (sum, { tag, ids, classes, attributes }) =>
          sum +
          ids.length * 10_000 +
          (classes.length + attributes.length) * 100 +
          (tag === '*' ? 0 : 1),
        0,
      )
      const key = last.ids[0]
        ? `#${last.ids[0]}`
        : last.classes[0]
          ? `.${last.classes[0]}`
          : last.tag
      const rules = this.#byKey.get(key) ?? []
      this.#byKey.set(key, rules)
      this.#order += 1
      rules.push({ parts, weight, order: this.#order, declarations })
    }
  }

  /** The properties of an element itself: attributes, then sheets, then its own style; null if comparing takes too long. */
  of(element: Styled): ReadonlyMap<string, string> | null {
    const { attributes } = element
    const found: Rule[] = []
    const classes = new Set((attributes['class'] ?? '').split(/\s+/))
    const keys = [
      `#${attributes['id'] ?? ''}`,
      element.name,
      '*',
      ...[...classes].map((each) => `.${each}`),
    ]
    for (const key of this.#byKey.size === 0 ? [] : keys)
      for (const rule of this.#byKey.get(key) ?? []) {
        this.#comparisons += 1 + (attributes['class'] ?? '').length / 50
        if (this.#comparisons > comparisonsMax) return null
        if (this.#matches(rule.parts, rule.parts.length - 1, element)) found.push(rule)
      }
    found.sort((one, other) => one.weight - other.weight || one.order - other.order)
    const values = new Map<string, string>()
    const decided = new Set<string>()
    for (const name of inAttributes) {
      const value = attributes[name]
      if (value !== undefined && value.trim() !== '') values.set(name, value.trim())
    }
    const own = readDeclarations(attributes['style'] ?? '')
    for (const declarations of [...found.map((rule) => rule.declarations), own])
      for (const [name, { value, wins }] of declarations) {
        if (decided.has(name) && !wins) continue
        values.set(name, value)
        if (wins) decided.add(name)
      }
    return values
  }

  #matches(parts: readonly Compound[], at: number, element: Styled): boolean {
    const part = parts[at]
    if (!part || !isMatch(part, element)) return false
    const before = parts[at - 1]
    if (!before) return true
    // The nearest fitting ancestor is taken, as nearly all sheets mean it: no way back keeps this bounded.
    for (let each = element.parent; each; each = each.parent) {
      this.#comparisons += 1 + (each.attributes['class'] ?? '').length / 50
      if (isMatch(before, each)) return this.#matches(parts, at - 1, each)
      if (before.isParent) return false
    }
    return false
  }
}

function endOfBlock(text: string, open: number): number {
  let depth = 0
  for (let at = open; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1
    else if (text[at] === '}') {
      depth -= 1
      if (depth === 0) return at
    }
  }
  return -1
}

function isMatch(part: Compound, { name, attributes }: Styled): boolean {
  if (part.tag !== '*' && part.tag !== name) return false
  if (part.ids.some((id) => attributes['id'] !== id)) return false
  if (
    part.attributes.some(
      ([key, value]) =>
        attributes[key] === undefined || (value !== null && attributes[key] !== value),
    )
  )
    return false
  if (part.classes.length === 0) return true
  const own = (attributes['class'] ?? '').split(/\s+/)
  return part.classes.every((each) => own.includes(each))
}

const unescaped = (text: string) =>
  text.replaceAll(/\\(?:([0-9a-f]{1,6})\s?|(.))/gi, (_, code?: string, letter?: string) => {
    const point = Number.parseInt(code ?? '', 16)
    return code === undefined || point > 0x10_ff_ff ? (letter ?? '') : String.fromCodePoint(point)
  })

/** A selector of names, classes, ids and attributes, with ancestors; null for any other. */
function readSelector(selector: string): Compound[] | null {
  const text = selector.trim()
  if (text === '' || text.length > 500) return null
  const parts: Compound[] = []
  for (const piece of text.replaceAll(/\s*>\s*/g, '> ').split(/\s+/)) {
    const isParent = piece.endsWith('>')
    const rest = isParent ? piece.slice(0, -1) : piece
    const tokens = rest.match(
      /^(?:\*|[\w-]+)?(?:[.#](?:\\[0-9a-f]{1,6}|\\.|[\w\u0080-\uFFFF-])+|\[[^\]=]+(?:=(?:"[^"]*"|'[^']*'|[\w-]+))?\])*$/i,
    )
    if (!tokens || rest === '') return null
    const tag = /^(?:\*|[\w-]+)/.exec(rest)?.[0] ?? '*'
    const ids: string[] = []
    const classes: string[] = []
    const attributes: [string, string | null][] = []
    for (const [token] of rest.matchAll(
      /[.#](?:\\[0-9a-f]{1,6}|\\.|[\w\u0080-\uFFFF-])+|\[[^\]]*\]/gi,
    )) {
      if (token.startsWith('[')) {
        const [key = '', value] = token.slice(1, -1).split('=')
        attributes.push([
          unescaped(key.trim()).replace('|', ':'),
          value === undefined ? null : value.trim().replace(/^["']|["']$/g, ''),
        ])
      } else (token.startsWith('#') ? ids : classes).push(unescaped(token.slice(1)))
    }
    parts.push({ tag, ids, classes, attributes, isParent })
  }
  return parts.length <= 8 ? parts : null
}
