import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { fail, ok, type Result } from '#kernel/result.ts'
import { entitiesOf } from './entities.ts'
import { Refused, type DrawingProblem, type RawElement, type SvgElement } from './elements.ts'
import { readDrawn } from './resolve.ts'
import { titleAttribute } from './element-facts.ts'
import { Styles } from './styles.ts'

const bytesMax = 12_000_000
const elementsMax = 150_000
const depthMax = 60
/** Characters of all transforms of an element together. */
const transformMax = 4_000
const attributesMax = 300
/** Characters of a layer's name, which is read anew for each element in the layer. */
const nameMax = 2_000

const forbidden = new Set(['script', 'iframe', 'object', 'embed', 'handler'])

/**
 * Parses an SVG file into a tree. The file is untrusted: only the names of Illustrator's namespaces are expanded, scripts
 * refuse the whole file, and references are never loaded.
 */
export function readSvg(content: string): Result<SvgElement, 'DrawingRefused'> {
  if (content.length > bytesMax) return refused({ code: 'too-large', line: 0, element: '' })
  const entities = entitiesOf(content)
  if (!entities) return refused({ code: 'entities', line: 0, element: '' })
  const styles = new Styles()
  try {
    const root = parse(content, entities, styles)
    return root?.name === 'svg'
      ? ok(readDrawn(root, styles, { elementsMax, depthMax }))
      : refused({ code: 'not-svg', line: 1, element: root?.name ?? '' })
  } catch (error) {
    if (error instanceof Refused) return refused(error.problem)
    throw error
  }
}

function parse(
  content: string,
  entities: ReadonlyMap<string, string>,
  styles: Styles,
): RawElement | null {
  const parser = new SaxesParser({ xmlns: false })
  for (const [name, value] of entities) parser.ENTITIES[name] = value
  let root: RawElement | null = null
  let current: RawElement | null = null
  let sheet: string[] = []
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
    if (current && isPage(current)) throw scriptIn(current)
    const element: RawElement = openElement(tag, current, parser.line)
    current?.children.push(element)
    root ??= element
    current = element
  })
  parser.on('text', (text) => {
    if (current?.name === 'style') sheet.push(text)
    else if (current?.name === 'title') nameByTitle(current, text)
    else if (current && isPage(current) && text.trim() !== '') throw scriptIn(current)
  })
  parser.on('cdata', (text) => {
    if (current?.name === 'style') sheet.push(text)
  })
  parser.on('closetag', () => {
    if (current?.name === 'style') {
      if (!/print|speech/i.test(current.attributes['media'] ?? '')) styles.add(sheet.join(''))
      sheet = []
    }
    depth -= 1
    current = current?.parent ?? null
  })
  parser.write(content.replace(/^\uFEFF/, '')).close()
  return root
}

/** A title names its element if it says so: others are shown under the pointer, such as "Row 5 seat 12". */
function nameByTitle({ parent }: RawElement, text: string): void {
  if (parent?.parent && /^\s*[a-z]+\s*[:=]/i.test(text))
    parent.attributes[titleAttribute] ??= text.slice(0, nameMax)
}

/**
 * A page inside the drawing that programs show. One that needs an extension is for the program that wrote it; in a
 * `switch` the drawing has something else in its place, as draw.io writes words.
 */
function isPage({ name, attributes, parent }: RawElement): boolean {
  return (
    name.toLowerCase() === 'foreignobject' &&
    !attributes['requiredExtensions'] &&
    parent?.name !== 'switch'
  )
}

function scriptIn({ name, attributes, line }: RawElement): Refused {
  return new Refused({ code: 'script', line, element: attributes['id'] ?? name })
}

function refused(problem: DrawingProblem) {
  return fail('DrawingRefused', { problems: [problem] })
}

function openElement(tag: SaxesTagPlain, parent: RawElement | null, line: number): RawElement {
  const name = tag.name.replace(/^svg:/, '')
  const attributes = tag.attributes
  const element = attributes['id'] ?? name
  if (forbidden.has(name.toLowerCase())) throw new Refused({ code: 'script', line, element })
  const entries = Object.entries(attributes)
  let size = 0
  for (const [key, value] of entries) {
    size += key.length + value.length
    if (value.length > nameMax && /^(?:id|inkscape:label|data-.*)$/i.test(key))
      throw new Refused({ code: 'too-large', line, element: name })
    if (/^on/i.test(key) || /^\s*javascript:/i.test(value))
      throw new Refused({ code: 'script', line, element })
    const isReference = /^(xlink:)?(href|src)$/i.test(key) && name !== 'a'
    if ((isReference && !isInside(name, value)) || /url\(\s*['"]?(?!#|data:)[^)'"\s]/i.test(value))
      throw new Refused({
        code: 'outside-reference',
        line,
        element,
        values: { value: value.slice(0, 60) },
      })
  }
  // Each is read anew for every clone of the element.
  if (entries.length > attributesMax || (attributes['transform'] ?? '').length > transformMax)
    throw new Refused({ code: 'too-large', line, element })
  return { name, attributes, line, parent, children: [], size }
}

/** Whether a reference is one to the file itself: to an element, or a picture whose data it holds. */
function isInside(name: string, value: string): boolean {
  const isPicture = /^(?:image|feImage)$/i.test(name)
  return value.startsWith('#') || (isPicture && (value === '' || /^\s*data:/i.test(value)))
}
