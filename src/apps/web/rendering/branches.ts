/**
 * The flattened route table: an address is compared with prepared segments, best match first, instead of every
 * route's regular expressions, and only the matching branch is rendered.
 */
import type { RouteObject, ServerBuild } from 'react-router'

type ServerRoute = NonNullable<ServerBuild['routes'][string]>

export interface Branch {
  /** Id of the page's route, e.g. `en:/events/:eventId`. */
  readonly id: string
  /** From the root to the page. */
  readonly routes: readonly ServerRoute[]
  /** The same as the router's tree: each route is the only child of its predecessor. */
  readonly tree: RouteObject[]
}

interface Pattern {
  readonly branch: Branch
  readonly segments: readonly string[]
  readonly hasRest: boolean
  readonly score: number
}

export interface Branches {
  /**
   * The branch of a path. Null when there is none, and for paths that only the router can match (empty segments,
   * invalid escapes).
   */
  find(pathname: string): Branch | null
  /** The branch that ends with this route. */
  endingWith(routeId: string): Branch | undefined
}

export function createBranches(routes: ServerBuild['routes']): Branches {
  const known = Object.values(routes).filter((route) => route !== undefined)
  const byId = new Map<string, Branch>()
  const patterns: Pattern[] = []
  for (const leaf of known) {
    const branch = branchOf(routes, leaf)
    byId.set(leaf.id, branch)
    // A layout without a path matches no address by itself.
    if (leaf.path === undefined && leaf.index !== true) continue
    for (const whole of exploded(branch.routes.map(({ path }) => path ?? '').join('/')))
      patterns.push(patternOf(branch, whole, leaf.index === true))
  }
  // The router's order: by score, then as declared.
  patterns.sort((left, right) => right.score - left.score)
  const plain = patterns.filter(({ hasRest }) => !hasRest)
  const byLength = Map.groupBy(plain, ({ segments }) => segments.length)
  const withRest = patterns.filter(({ hasRest }) => hasRest)
  return {
    find(pathname) {
      const segments = segmentsOf(pathname)
      if (segments === null) return null
      const exact = byLength.get(segments.length)?.find((pattern) => fits(pattern, segments))
      const open = withRest.find((pattern) => fits(pattern, segments))
      if (exact && open) return (exact.score >= open.score ? exact : open).branch
      return (exact ?? open)?.branch ?? null
    },
    endingWith: (routeId) => byId.get(routeId),
  }
}

function branchOf(routes: ServerBuild['routes'], leaf: ServerRoute): Branch {
  const line: ServerRoute[] = []
  for (let id: string | undefined = leaf.id; id !== undefined; id = routes[id]?.parentId) {
    const route = routes[id]
    if (!route) throw new Error(`No such route: ${id}`)
    line.unshift(route)
  }
  const tree = line.reduceRight<RouteObject[]>((children, { id, path, index, module }) => {
    const common = { id, path, handle: module.handle as unknown }
    return index === true
      ? [{ ...common, index: true as const }]
      : [{ ...common, ...(children.length > 0 ? { children } : {}) }]
  }, [])
  return { id: leaf.id, routes: line, tree }
}

/**
 * Expands `account/:section?` to `account/:section` and `account`; only last segments are optional in our table.
 */
function exploded(path: string): string[] {
  const clean = path.split('/').filter(Boolean)
  const last = clean.at(-1)
  if (clean.slice(0, -1).some((segment) => segment.endsWith('?')))
    throw new Error(`Only the last segment may be optional: ${path}`)
  if (!last?.endsWith('?')) return [clean.join('/')]
  return [[...clean.slice(0, -1), last.slice(0, -1)].join('/'), clean.slice(0, -1).join('/')]
}

function patternOf(branch: Branch, path: string, isIndex: boolean): Pattern {
  const segments = path === '' ? [] : path.split('/')
  const hasRest = segments.at(-1) === '*'
  const named = hasRest ? segments.slice(0, -1) : segments
  return { branch, segments: named.map(comparable), hasRest, score: scoreOf(path, isIndex) }
}

/** Only parameters are case-sensitive. */
function comparable(segment: string): string {
  return segment.startsWith(':') ? segment : segment.toLowerCase()
}

/** Ranks like the router: static segments before parameters before wildcards, the index before its parent. */
function scoreOf(path: string, isIndex: boolean): number {
  const segments = `/${path}`.split('/')
  const rest = segments.includes('*') ? -2 : 0
  const each = segments
    .filter((segment) => segment !== '*')
    .map((segment) => (segment === '' ? 1 : segment.startsWith(':') ? 3 : 10))
  return segments.length + rest + (isIndex ? 2 : 0) + each.reduce((sum, one) => sum + one, 0)
}

/** Decoded, without trailing slashes. */
function segmentsOf(pathname: string): string[] | null {
  const path = pathname.slice(1).replace(/\/+$/, '')
  if (path === '') return []
  const segments = path.split('/')
  if (segments.includes('')) return null
  if (!path.includes('%')) return segments
  try {
    return segments.map(decodeURIComponent)
  } catch {
    return null
  }
}

function fits({ segments, hasRest }: Pattern, asked: readonly string[]): boolean {
  if (hasRest ? asked.length < segments.length : asked.length !== segments.length) return false
  return segments.every((segment, index) => {
    if (segment.startsWith(':')) return true
    const other = asked[index] ?? ''
    return segment === other || segment === other.toLowerCase()
  })
}
