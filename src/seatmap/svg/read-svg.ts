import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { fail, ok, type Result } from '#kernel/result.ts'

/** An element of a drawing, with inherited properties resolved. */
export interface SvgElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly line: number
  readonly parent: SvgElement | null
  readonly children: SvgElement[]
  /** All transforms from the root, outermost first. */
  readonly transform: string
  /** Fill as declared or inherited; empty when there is none. */
  readonly fill: string
  text: string
}

/** A problem of a drawing; `layout-rule` wraps a problem found by the layout's validation. */
export interface DrawingProblem {
  readonly code: DrawingProblemCode
  /** Line of the file; 0 when it concerns the whole file. */
  readonly line: number
  /** Id or name of the element. */
  readonly element: string
  readonly values?: Readonly<Record<string, string | number>>
}

export const drawingProblemCodes = [
  'broken-xml',
  'too-large',
  'not-svg',
  'entities',
  'script',
  'outside-reference',
  'unsupported-shape',
  'seat-without-row',
  'seat-without-section',
  'seat-twice',
  'area-without-capacity',
  'bad-number',
  'nothing-to-sell',
  'layout-rule',
] as const
export type DrawingProblemCode = (typeof drawingProblemCodes)[number]

const bytesMax = 12_000_000
const elementsMax = 150_000
const depthMax = 60
/** Characters of all transforms of an element together. */
const transformMax = 4_000
/** Characters of a layer's name, which is read anew for each element in the layer. */
const nameMax = 2_000

const forbidden = new Set([
  'script',
  'foreignobject',
  'iframe',
  'object',
  'embed',
  'handler',
  'animate',
  'set',
])

class Refused extends Error {
  readonly problem: DrawingProblem

  constructor(problem: DrawingProblem) {
    super(problem.code)
    this.problem = problem
  }
}

/**
 * Parses an SVG file into a tree. The file is untrusted: entities are not expanded, scripts refuse the whole file,
 * and references are never loaded.
 */
export function readSvg(content: string): Result<SvgElement, 'DrawingRefused'> {
  if (content.length > bytesMax) return refused({ code: 'too-large', line: 0, element: '' })
  if (definesEntities(content)) return refused({ code: 'entities', line: 0, element: '' })
  const parser = new SaxesParser({ xmlns: false })
  const classes = new Map<string, string>()
  let root: SvgElement | null = null
  let current: SvgElement | null = null
  let count = 0
  let depth = 0
  parser.on('error', (error) => {
    throw new Refused({
      code: 'broken-xml',
      line: parser.line,
      element: current?.name ?? '',
      values: { why: error.message.replace(/^\d+:\d+: /, '') },
    })
  })
  parser.on('opentag', (tag) => {
    count += 1
    depth += 1
    if (count > elementsMax || depth > depthMax)
      throw new Refused({ code: 'too-large', line: parser.line, element: tag.name })
    const element: SvgElement = openElement(tag, current, classes, parser.line)
    current?.children.push(element)
    root ??= element
    current = element
  })
  parser.on('text', (text) => {
    if (current && ['title', 'desc', 'style'].includes(current.name)) current.text += text
  })
  parser.on('cdata', (text) => {
    if (current?.name === 'style') current.text += text
  })
  parser.on('closetag', () => {
    if (current?.name === 'style') readClasses(current.text, classes)
    depth -= 1
    current = current?.parent ?? null
  })
  try {
    parser.write(content.replace(/^\uFEFF/, '')).close()
  } catch (error) {
    if (error instanceof Refused) return refused(error.problem)
    throw error
  }
  const read = root as SvgElement | null
  return read?.name === 'svg'
    ? ok(read)
    : refused({ code: 'not-svg', line: 1, element: read?.name ?? '' })
}

function refused(problem: DrawingProblem) {
  return fail('DrawingRefused', { problems: [problem] })
}

function openElement(
  tag: SaxesTagPlain,
  parent: SvgElement | null,
  classes: ReadonlyMap<string, string>,
  line: number,
): SvgElement {
  const name = tag.name.replace(/^svg:/, '')
  const attributes = tag.attributes
  const element = attributes['id'] ?? name
  if (forbidden.has(name.toLowerCase())) throw new Refused({ code: 'script', line, element })
  for (const [key, value] of Object.entries(attributes)) {
    if (value.length > nameMax && /^(?:id|inkscape:label|data-.*)$/i.test(key))
      throw new Refused({ code: 'too-large', line, element: name })
    if (/^on/i.test(key) || /^\s*javascript:/i.test(value))
      throw new Refused({ code: 'script', line, element })
    const isReference = /^(xlink:)?(href|src)$/i.test(key) && name !== 'a'
    if ((isReference && !value.startsWith('#')) || /url\(\s*['"]?(?!#)[^)'"]/i.test(value))
      throw new Refused({
        code: 'outside-reference',
        line,
        element,
        values: { value: value.slice(0, 60) },
      })
  }
  const style = fillIn(attributes['style'] ?? '')
  const byClass = (attributes['class'] ?? '')
    .split(/\s+/)
    .map((each) => classes.get(each))
    .find(Boolean)
  const own = (style ?? byClass ?? attributes['fill'] ?? '').trim().toLowerCase()
  const moved = attributes['transform'] ?? ''
  const transform = [parent?.transform ?? '', moved].filter(Boolean).join(' ')
  // It is applied to each shape below anew.
  if (transform.length > transformMax) throw new Refused({ code: 'too-large', line, element })
  return {
    name,
    attributes,
    line,
    parent,
    children: [],
    transform,
    fill: own || parent?.fill || '',
    text: '',
  }
}

/** Whether the document type declares anything of its own. Each place is looked at once: a file may have thousands. */
function definesEntities(content: string): boolean {
  if (/<!ENTITY/i.test(content)) return true
  const doctype = content.search(/<!DOCTYPE/i)
  if (doctype < 0) return false
  const end = content.indexOf('>', doctype)
  return content.slice(doctype, end < 0 ? undefined : end).includes('[')
}

/** `.st0{fill:#d4491c;…}`, as Illustrator writes colours; other rules are ignored. */
function readClasses(sheet: string, classes: Map<string, string>): void {
  // By index and not by one expression, which would look for a brace from each letter of a sheet without any.
  for (let at = 0; ;) {
    const open = sheet.indexOf('{', at)
    const close = open < 0 ? -1 : sheet.indexOf('}', open)
    if (close < 0) return
    const names = sheet.slice(at, open)
    const fill = fillIn(sheet.slice(open + 1, close))
    if (fill !== undefined)
      for (const name of names.split(',')) classes.set(name.trim().replace(/^\./, ''), fill)
    at = close + 1
  }
}

/** The fill that declarations set; the first counts. */
function fillIn(declarations: string): string | undefined {
  for (const declaration of declarations.split(';')) {
    const colon = declaration.indexOf(':')
    if (colon < 0 || declaration.slice(0, colon).trim().toLowerCase() !== 'fill') continue
    const value = declaration.slice(colon + 1).trim()
    if (value !== '') return value
  }
  return undefined
}
