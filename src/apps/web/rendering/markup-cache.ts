/**
 * HTML of parts that many renderings have in common: the cards of lists, the navigation, the footer. Rendering them
 * anew was most of the processor time of a page; their data is the key, so a changed price is another part.
 */
import { LRUCache } from 'lru-cache'
import { markupElement, type MarkupParts } from '#design/parts/cached-markup.tsx'

/** Characters of keys and HTML. */
const charactersMax = 16_000_000
/** Characters of texts that many keys have in common. */
const commonCharactersMax = 1_000_000

const opening = `<${markupElement} id="`
const closing = `</${markupElement}>`

export interface PageMarkup extends MarkupParts {
  /** The HTML that React rendered, with each part in its place and without the elements around them. */
  complete(html: string): string
}

export interface MarkupCache {
  /** The parts of one rendering. */
  page(): PageMarkup
}

export function createMarkupCache(): MarkupCache {
  const known = new LRUCache<string, string>({
    maxSize: charactersMax,
    sizeCalculation: (html, key) => html.length + key.length,
  })
  const numbers = new LRUCache<string, number>({
    maxSize: commonCharactersMax,
    sizeCalculation: (_number, text) => text.length,
  })
  let issued = 0

  /** Each text has its own; one that was evicted gets another, so a number never has two texts. */
  function numberOf(text: string): number {
    let number = numbers.get(text)
    if (number === undefined) numbers.set(text, (number = issued += 1))
    return number
  }

  return {
    page() {
      const parts: { readonly key: string; readonly html: string | undefined }[] = []
      return {
        add(own, within) {
          // The JSON at its end has no line breaks.
          const key = within === undefined ? own : `${own}\n${numberOf(within)}`
          const html = known.get(key)
          parts.push({ key, html })
          return { id: parts.length - 1, isKnown: html !== undefined }
        },
        complete(html) {
          let whole = ''
          let position = 0
          for (;;) {
            const start = html.indexOf(opening, position)
            if (start < 0) return whole + html.slice(position)
            const open = html.indexOf('>', start)
            const end = html.indexOf(closing, open)
            const part = parts[Number(html.slice(start + opening.length, open - 1))]
            if (part === undefined || end < 0) throw new Error('The page has a part nobody added')
            whole += html.slice(position, start)
            if (part.html === undefined) {
              const inner = copyOf(html.slice(open + 1, end))
              known.set(part.key, inner)
              whole += inner
            } else whole += part.html
            position = end + closing.length
          }
        },
      }
    },
  }
}

/** A slice of a string keeps the whole page in memory. */
function copyOf(text: string): string {
  return Buffer.from(text).toString()
}
