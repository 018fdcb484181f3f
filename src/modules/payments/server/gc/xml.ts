/** The bank's XML: documents of elements without attributes. */
import { SaxesParser } from 'saxes'

export type Element = readonly [name: string, content: string | readonly Element[]]

const declaration = '<?xml version="1.0" encoding="UTF-8"?>'

/** A document of elements; every text in it is escaped. */
export function writeXml(root: Element): string {
  return `${declaration}\n${write(root)}\n`
}

function write([name, content]: Element): string {
  const inside = typeof content === 'string' ? escape(content) : content.map(write).join('')
  return `<${name}>${inside}</${name}>`
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

/** An element as it was read: its own text, trimmed, and the elements inside it. */
export interface ReadElement {
  readonly name: string
  readonly text: string
  readonly children: readonly ReadElement[]
}

/** The root of a document; null when it is not well-formed. */
export function parseXml(xml: string): ReadElement | null {
  const root = { name: '', text: '', children: [] as ReadElement[] }
  const open = [root]
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name }) => void open.push({ name, text: '', children: [] }))
  for (const event of ['text', 'cdata'] as const)
    parser.on(event, (text) => {
      const element = open.at(-1)
      if (element) element.text += text
    })
  parser.on('closetag', () => {
    const element = open.pop()
    if (element) open.at(-1)?.children.push({ ...element, text: element.text.trim() })
  })
  try {
    parser.write(xml).close()
  } catch {
    return null
  }
  return root.children[0] ?? null
}

/** The elements of this name anywhere inside an element, in order. */
export function findElements(element: ReadElement, name: string): ReadElement[] {
  return element.children.flatMap((child) => [
    ...(child.name === name ? [child] : []),
    ...findElements(child, name),
  ])
}

/** The text of the first element of this name; null when there is none, or it holds more than text. */
export function readText(element: ReadElement | null, name: string): string | null {
  const [found] = element ? findElements(element, name) : []
  return found === undefined || found.children.length > 0 ? null : found.text
}
