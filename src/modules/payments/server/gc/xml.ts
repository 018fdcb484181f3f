/**
 * Minimal parser for the bank's XML: elements without attributes. Anything else is not found, which makes the
 * document unreadable.
 */

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

/** Content of each element of this name, in order. The name is a constant of ours, never input. */
export function readElements(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}>([\\s\\S]*?)</${name}>`, 'g'))].map(
    ([, content]) => content ?? '',
  )
}

const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** The text of the first element of this name; null when there is none, or it holds more than text. */
export function readText(xml: string, name: string): string | null {
  const [content] = readElements(xml, name)
  if (content === undefined || content.includes('<')) return null
  return content
    .replaceAll(/&(?:#(\d{1,6})|(\w+));/g, (whole, code: string | undefined, word: string) =>
      code === undefined ? (named[word] ?? whole) : String.fromCodePoint(Number(code)),
    )
    .trim()
}
