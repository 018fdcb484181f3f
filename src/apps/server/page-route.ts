/** Which page an address opens, as figures name it: the pattern of the page table, never the address itself. */
import { LRUCache } from 'lru-cache'
import * as pageTable from '#apps/web/page-table.ts'
import { splitLocale } from '#kernel/locale.ts'
import { isCallPath } from './host-duties.ts'

interface Pattern {
  readonly path: string
  readonly matches: RegExp
  /** As the router ranks: fixed segments before named ones, and those before the rest of a path. */
  readonly rank: string
}

const patterns: readonly Pattern[] = Object.values(pageTable)
  .filter((table) => Array.isArray(table))
  .flatMap((table: readonly unknown[]) => table)
  .flatMap((page) => (Array.isArray(page) ? [String(page[0])] : []))
  .map((path) => ({ path, matches: matcherOf(path), rank: rankOf(path) }))
  .toSorted((left, right) => (left.rank < right.rank ? -1 : 1))

function matcherOf(path: string): RegExp {
  const segments = path.split('/').filter(Boolean)
  const sources = segments.map((segment) => {
    if (segment === '*') return '(?:/.*)?'
    if (!segment.startsWith(':')) return `/${segment.replaceAll(/[.+]/g, String.raw`\$&`)}`
    return segment.endsWith('?') ? '(?:/[^/]+)?' : '/[^/]+'
  })
  return new RegExp(`^${sources.join('')}/?$`)
}

function rankOf(path: string): string {
  const ranks = path
    .split('/')
    .filter(Boolean)
    .map((segment) => (segment === '*' ? '9' : segment.startsWith(':') ? '5' : '1'))
  return `${ranks.join('')}7`
}

const known = new LRUCache<string, string>({ max: 5_000 })
const lengthMax = 300

/** `page /events/:eventId` for a page or its data; `unmatched` where no page answers. */
export function pageRouteOf(url: string): string {
  const mark = url.indexOf('?')
  const path = mark < 0 ? url : url.slice(0, mark)
  let route = known.get(path)
  if (route === undefined) {
    route = read(path)
    if (path.length <= lengthMax) known.set(path, route)
  }
  return route
}

function read(path: string): string {
  if (isCallPath(path) || !path.startsWith('/')) return 'unmatched'
  const plain = splitLocale(path.replace(/(?:\/?_root)?\.data$/, '') || '/').path
  const found = patterns.find(({ matches }) => matches.test(plain))
  return found ? `page ${found.path}` : 'unmatched'
}
