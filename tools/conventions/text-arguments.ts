/**
 * Calls that fill in texts with other values than the texts have placeholders. The types of texts come from JSON files,
 * whose strings the compiler does not see, so the calls are compared with the Georgian texts here.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'
import { placeholdersOf } from '#kernel/texts.ts'
import { readSources, type SourceFile } from './source-files.ts'

export interface TextCheck {
  /** Calls whose values were compared with the placeholders of their texts. */
  readonly checked: number
  /** Wrong calls, as `file:line: problem`. */
  readonly wrong: readonly string[]
}

/** A node of the syntax tree; only the parts that are read here are named. */
type Node = { readonly type: string; readonly start: number } & Readonly<Record<string, unknown>>

/** The possible texts of a name: each key has one text in every set that contains it. */
type TextSet = ReadonlyMap<string, readonly string[]>

/** Checks the calls in all sources of the project. */
export function checkTextArguments(root: string): TextCheck {
  const files = readSources(root, ['src/**/*.ts', 'src/**/*.tsx']).filter(
    ({ file }) => !file.includes('/tests/'),
  )
  return checkFiles(files, (file) => readFileSync(path.join(root, file), 'utf8'))
}

/**
 * Checks these files.
 *
 * @param readText the content of another file of the project, a source or a file of texts
 */
export function checkFiles(
  files: readonly SourceFile[],
  readText: (file: string) => string,
): TextCheck {
  const texts = new TextFiles(readText)
  const results = files
    .filter(({ text }) => /Texts?\b|Translate/.test(text))
    .map((source) => new FileCheck(source, texts).run())
  return {
    checked: results.reduce((sum, { checked }) => sum + checked, 0),
    wrong: results.flatMap(({ wrong }) => wrong),
  }
}

/** The texts that a file of hooks or labels hands out: those of the JSON files that it and its like import. */
class TextFiles {
  readonly #readText: (file: string) => string
  readonly #json = new Map<string, Readonly<Record<string, unknown>>>()
  readonly #sources = new Map<string, TextSet>()

  constructor(readText: (file: string) => string) {
    this.#readText = readText
  }

  of(file: string, source?: string): TextSet {
    const known = this.#sources.get(file)
    if (known) return known
    const found = new Map<string, string[]>()
    this.#sources.set(file, found)
    for (const imported of importsOf(file, source ?? this.#readText(file))) {
      if (/(?:^|[/-])ka\.json$/.test(imported)) {
        for (const [key, text] of Object.entries(this.#messages(imported)))
          if (typeof text === 'string') found.set(key, [...(found.get(key) ?? []), text])
      } else if (/texts\.tsx?$|labels\.ts$/.test(imported) && imported !== 'src/design/texts.tsx') {
        for (const [key, text] of this.of(imported))
          found.set(key, [...(found.get(key) ?? []), ...text])
      }
    }
    return found
  }

  #messages(file: string): Readonly<Record<string, unknown>> {
    let messages = this.#json.get(file)
    if (!messages) {
      messages = JSON.parse(this.#readText(file)) as Readonly<Record<string, unknown>>
      this.#json.set(file, messages)
    }
    return messages
  }
}

/** Paths of the project's files that a source imports. */
function importsOf(file: string, source: string): string[] {
  return [...source.matchAll(/\bfrom '([^']+)'/g)].flatMap(([, specifier = '']) => {
    if (specifier.startsWith('#')) return [`src/${specifier.slice(1)}`]
    return specifier.startsWith('.') ? [path.posix.join(path.posix.dirname(file), specifier)] : []
  })
}

class FileCheck {
  readonly #source: SourceFile
  readonly #texts: TextFiles
  /** The file that declares each imported name. */
  readonly #importedFrom = new Map<string, string>()
  /** What each name of a function that translates may say. */
  readonly #translators = new Map<string, TextSet[]>()
  #checked = 0
  readonly #wrong: string[] = []

  constructor(source: SourceFile, texts: TextFiles) {
    this.#source = source
    this.#texts = texts
  }

  run(): TextCheck {
    const { file, text } = this.#source
    const { program } = parseSync(file, text)
    const root = program as unknown as Node
    walk(root, (node) => this.#learn(node))
    walk(root, (node) => this.#check(node))
    return { checked: this.#checked, wrong: this.#wrong }
  }

  /** Notes imports, `const t = useTexts()`, and parameters of the type of a translator. */
  #learn(node: Node): void {
    if (node.type === 'ImportDeclaration') {
      const [from] = importsOf(this.#source.file, `from '${(node['source'] as Node)['value']}'`)
      for (const specifier of (node['specifiers'] ?? []) as Node[])
        if (from) this.#importedFrom.set(nameOf(specifier['local']) ?? '', from)
    } else if (node.type === 'VariableDeclarator') {
      const made = node['init'] as Node | null
      const maker = made?.type === 'CallExpression' ? nameOf(made['callee']) : null
      const name = nameOf(node['id'])
      if (name && maker && /Texts?$/.test(maker)) this.#translate(name, maker)
    } else if (node.type === 'Identifier' && node['typeAnnotation']) {
      const { start, end } = node['typeAnnotation'] as { start: number; end: number }
      const type = this.#source.text.slice(start, end)
      const maker = /typeof (\w+)/.exec(type)?.[1] ?? /(\w+)/.exec(type)?.[1]
      const isTranslator = /\b(?:Translate|use\w*Texts?|\w*Texts|\w*Text|Words)\b/.test(type)
      if (isTranslator && maker) this.#translate(String(node['name']), maker)
    }
  }

  #translate(name: string, maker: string): void {
    const { file, text } = this.#source
    const from = this.#importedFrom.get(maker)
    const set =
      from?.startsWith('src/') && !from.endsWith('.json') && from !== 'src/design/texts.tsx'
        ? this.#texts.of(from)
        : this.#texts.of(file, text)
    this.#translators.set(name, [...(this.#translators.get(name) ?? []), set])
  }

  #check(node: Node): void {
    if (node.type !== 'CallExpression') return
    const callee = nameOf(node['callee'])
    const given = node['arguments'] as Node[]
    if (callee === 'formatText') {
      const { file, text } = this.#source
      const key = given[1]?.type === 'MemberExpression' ? nameOf(given[1]['property']) : null
      const isKey = key !== null && given[1]?.['computed'] === false
      if (isKey) this.#compare(node, [this.#texts.of(file, text)], [exactly(key)], given[2])
    } else if (callee !== null) {
      const sets = this.#translators.get(callee)
      const keys = sets && given[0] ? keysOf(given[0]) : null
      if (sets && keys) this.#compare(node, sets, keys, given[1])
    }
  }

  #compare(
    node: Node,
    sets: readonly TextSet[],
    keys: readonly RegExp[],
    values: Node | undefined,
  ): void {
    const given = valuesOf(values)
    if (!given) return
    const used = new Set<string>()
    const problems: string[] = []
    let isFound = false
    for (const key of keys) {
      // The texts that are possible: versions of one key, or of all keys of a pattern. One of them has to fit.
      const texts = sets.flatMap((set) =>
        [...set].flatMap(([each, some]) => (key.test(each) ? some : [])),
      )
      if (texts.length === 0) continue
      isFound = true
      const asked = texts.map(placeholdersOf)
      for (const name of asked.flat()) used.add(name)
      const missing = asked.map((names) => names.filter((name) => !given.names.includes(name)))
      const [least = []] = missing.toSorted((one, other) => one.length - other.length)
      if (!given.isOpen && least.length > 0) problems.push(`misses ${least.join(', ')}`)
    }
    if (!isFound) return
    this.#checked += 1
    const excess = given.names.filter((name) => !used.has(name))
    if (excess.length > 0) problems.push(`has no placeholder for ${excess.join(', ')}`)
    const { file, text } = this.#source
    const line = text.slice(0, node.start).split('\n').length
    const keyNames = keys.map(({ source }) => source.slice(1, -1)).join(', ')
    for (const problem of problems) this.#wrong.push(`${file}:${line}: ${keyNames} ${problem}`)
  }
}

/** The keys that an expression may have as its value; null if they are not written there. */
function keysOf(node: Node): RegExp[] | null {
  if (node.type === 'Literal') return [exactly(String(node['value']))]
  if (node.type === 'TSAsExpression') return keysOf(node['expression'] as Node)
  if (node.type === 'ConditionalExpression') {
    const both = [keysOf(node['consequent'] as Node), keysOf(node['alternate'] as Node)]
    return both[0] && both[1] ? [...both[0], ...both[1]] : null
  }
  if (node.type !== 'TemplateLiteral') return null
  const parts = node['quasis'] as { readonly value: { readonly raw: string } }[]
  return [new RegExp(`^${parts.map(({ value }) => value.raw).join('[\\w-]*')}$`)]
}

/** The names of the values; open if there may be others. Null if they are not written there. */
function valuesOf(
  node: Node | undefined,
): { readonly names: readonly string[]; readonly isOpen: boolean } | null {
  if (!node) return { names: [], isOpen: false }
  if (node.type !== 'ObjectExpression') return null
  const properties = node['properties'] as Node[]
  const names = properties.flatMap((each) => nameOf(each['key']) ?? [])
  return { names, isOpen: names.length < properties.length }
}

/** Keys have letters, digits, hyphens and underscores only. */
function exactly(key: string): RegExp {
  return new RegExp(`^${key.replaceAll(/[^\w-]/g, '.')}$`)
}

/** The name of an identifier, or the value of a literal key. */
function nameOf(node: unknown): string | null {
  const { type, name, value } = (node ?? {}) as Partial<Node>
  if (type === 'Identifier') return String(name)
  return type === 'Literal' ? String(value) : null
}

function walk(node: Node, visit: (node: Node) => void): void {
  visit(node)
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (typeof child === 'object' && child !== null && 'type' in child) walk(child as Node, visit)
}
