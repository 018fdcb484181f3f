/** Entities that a drawing declares for itself. */

const entitiesMax = 40
const usesMax = 2_000

/**
 * The names that Illustrator gives to its namespaces, as in `<!ENTITY ns_ai "http://ns.adobe.com/…">`; null if the document
 * type declares anything else. Each place is looked at once: a file may have thousands.
 */
export function entitiesOf(content: string): ReadonlyMap<string, string> | null {
  const found = new Map<string, string>()
  const doctype = content.search(/<!DOCTYPE/i)
  if (doctype < 0) return /<!ENTITY/i.test(content) ? null : found
  const end = content.indexOf('>', doctype)
  const open = content.slice(doctype, end < 0 ? undefined : end).indexOf('[')
  if (open < 0) return /<!ENTITY/i.test(content) ? null : found
  const close = content.indexOf(']', doctype + open)
  if (close < 0) return null
  for (const line of content.slice(doctype + open + 1, close).split('>')) {
    if (line.trim() === '') continue
    // The values are addresses without `&` and `%`, so that none can refer to another.
    const match = /^\s*<!ENTITY\s+(ns_\w{1,40})\s+["'](http[\w:/.#-]{1,90})["']\s*$/.exec(line)
    if (!match || found.size >= entitiesMax) return null
    found.set(match[1] ?? '', match[2] ?? '')
  }
  if (/<!ENTITY/i.test(content.slice(close))) return null
  let uses = 0
  for (let at = content.indexOf('&ns_'); at >= 0; at = content.indexOf('&ns_', at + 1)) uses += 1
  return uses > usesMax ? null : found
}
