/** A document as crawlers read it: its elements by a scan of the text, without a browser. */

interface HtmlElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
}

export interface HtmlPage {
  readonly html: string
  readonly elements: readonly HtmlElement[]
  /** The text of the first element of this name. */
  textOf(name: string): string
  /** Values of an attribute of all elements that have it, of one name where that is given. */
  values(attribute: string, name?: string): string[]
  /** The content of a `meta` by its name or property. */
  meta(name: string): string | undefined
  /** The address of a `link` by its relation. */
  link(relation: string): string | undefined
  /** All objects of the structured data. */
  readonly linkedData: readonly LinkedObject[]
}

export type LinkedObject = Readonly<Record<string, unknown>>

const tag = /<([a-z][\w-]*)((?:\s+[^\s"'>/=]+(?:=(?:"[^"]*"|'[^']*'|[^\s"'>]+))?)*)\s*\/?>/gi
const attribute = /([^\s"'>/=]+)(?:=(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g

export function readPage(html: string): HtmlPage {
  const outside = html.replaceAll(/(<(script|style)\b[^>]*>)[\s\S]*?<\/\2/gi, '$1')
  const elements = [...outside.matchAll(tag)].map(([, name = '', attributes = '']) => ({
    name: name.toLowerCase(),
    attributes: Object.fromEntries(
      [...attributes.matchAll(attribute)].map(([, key = '', ...values]) => [
        key.toLowerCase(),
        plain(values.find((value) => value !== undefined) ?? ''),
      ]),
    ),
  }))
  const valueOf = (wanted: string, names: readonly string[], value: string, told: string) =>
    elements.find(
      ({ name, attributes }) => name === wanted && names.some((each) => attributes[each] === value),
    )?.attributes[told]
  return {
    html,
    elements,
    textOf(name) {
      const [, text = ''] =
        new RegExp(`<${name}\\b[^>]*>([\\s\\S]*?)</${name}>`).exec(outside) ?? []
      return plain(text.replaceAll(/<[^>]*>/g, '')).trim()
    },
    values: (key, name) =>
      elements.flatMap((element) =>
        name !== undefined && element.name !== name ? [] : (element.attributes[key] ?? []),
      ),
    meta: (name) => valueOf('meta', ['name', 'property'], name, 'content'),
    link: (relation) => valueOf('link', ['rel'], relation, 'href'),
    linkedData: linkedDataOf(html),
  }
}

function linkedDataOf(html: string): LinkedObject[] {
  const blocks = html.matchAll(/<script type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script>/g)
  return [...blocks].flatMap(([, text = '']) => {
    const data = JSON.parse(text) as LinkedObject | readonly LinkedObject[]
    return Array.isArray(data) ? (data as readonly LinkedObject[]) : [data as LinkedObject]
  })
}

const characters: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
  '&amp;': '&',
}

function plain(text: string): string {
  return text.replaceAll(/&(?:lt|gt|quot|#x27|amp);/g, (found) => characters[found] ?? found)
}
