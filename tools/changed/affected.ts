import type { ImportGraph } from './import-graph.ts'

/** What a change can break, the nearest first. */
export interface Affected {
  /** Test files without a browser. */
  readonly units: readonly AffectedTest[]
  /** Browser journeys that open one of the affected pages. */
  readonly journeys: readonly AffectedTest[]
  /** Paths of calls that affected files implement, as in contracts: `/v2/orders/:orderKey`. */
  readonly calls: readonly string[]
  /** Paths of affected pages, as in the page table. */
  readonly pages: readonly string[]
}

export interface AffectedTest {
  readonly file: string
  /** Number of imports between the test and the change; `callDistance` if it only uses an affected call or page. */
  readonly distance: number
}

/** What imports do not tell. */
export interface Related {
  /** Files of pages with their paths. */
  readonly pages: ReadonlyMap<string, readonly string[]>
  /** Tests of what a changed file describes: those of the modules whose tables a migration names. */
  readonly tests: readonly string[]
}

/** Tests that are related by an address follow those that are related by imports. */
export const callDistance = 100

/**
 * A file that imports this many modules composes the whole shop (the server's list of calls, a test database with all
 * jobs): who imports it says nothing about a single change.
 */
const composingModulesMin = 8

/**
 * Finds the tests of changed files: by imports, up to files that compose the whole shop; by the calls that reached
 * routes implement; by the pages that are reached.
 *
 * Tests in the folder of a changed module precede others at the same distance.
 */
export function affectedBy(
  changed: readonly string[],
  graph: ImportGraph,
  related: Related,
): Affected {
  const distances = reachedFrom(changed, graph)
  const units = new Map(related.tests.map((file) => [file, 1]))
  const journeys = new Map<string, number>()
  for (const [file, distance] of distances) {
    if (isJourney(file)) journeys.set(file, distance)
    else if (isUnitTest(file)) units.set(file, Math.min(distance, units.get(file) ?? distance))
  }
  const calls = callsOf(changed, distances, graph)
  const affectedPages = [...distances.keys()].flatMap((file) => related.pages.get(file) ?? [])
  const callPatterns = calls.map(addressPattern)
  const pagePatterns = affectedPages.filter((page) => page !== '/').map(addressPattern)
  for (const file of graph.files) {
    if (isJourney(file) && !journeys.has(file)) {
      if (mentions(graph.textOf(file), pagePatterns)) journeys.set(file, callDistance)
    } else if (isUnitTest(file) && !units.has(file)) {
      if (mentions(graph.textOf(file), callPatterns)) units.set(file, callDistance)
    }
  }
  const own = new Set(changed.flatMap((file) => moduleOf(file) ?? []))
  return {
    units: sorted(units, own),
    journeys: sorted(journeys, own),
    calls,
    pages: affectedPages,
  }
}

/** `src/modules/orders`, of a file in it. */
function moduleOf(file: string): string | undefined {
  return /^(?:src\/(?:modules|flows)\/[^/]+|src\/[^/]+|[^/]+\/[^/]+)\//.exec(file)?.[0]
}

export function isUnitTest(file: string): boolean {
  return file.endsWith('.test.ts') && !file.startsWith('tests/e2e/')
}

function isJourney(file: string): boolean {
  return file.endsWith('.test.ts') && file.startsWith('tests/e2e/')
}

/** All files that import the changed ones, directly or not, with the number of imports between. */
function reachedFrom(changed: readonly string[], graph: ImportGraph): Map<string, number> {
  const distances = new Map(changed.map((file) => [file, 0]))
  // A map is iterated in the order of insertion, so files that are added meanwhile follow: breadth first.
  for (const [file, distance] of distances) {
    if (distance > 0 && composesShop(file, graph)) continue
    for (const importer of graph.importersOf(file))
      if (!distances.has(importer)) distances.set(importer, distance + 1)
  }
  return distances
}

function composesShop(file: string, graph: ImportGraph): boolean {
  if (isUnitTest(file)) return false
  const modules = new Set<string>()
  for (const imported of graph.importsOf(file)) {
    const module = /^src\/(?:modules|flows)\/[^/]+/.exec(imported)?.[0]
    if (module) modules.add(module)
  }
  return modules.size >= composingModulesMin
}

/** The calls declared by a changed contract, or implemented by reached routes. */
function callsOf(
  changed: readonly string[],
  distances: ReadonlyMap<string, number>,
  graph: ImportGraph,
): string[] {
  const contracts = new Set(changed.filter((file) => declares(graph.textOf(file))))
  if (contracts.size === 0) {
    for (const file of distances.keys()) {
      if (!/\bimplement\(/.test(graph.textOf(file))) continue
      for (const imported of graph.importsOf(file))
        if (declares(graph.textOf(imported))) contracts.add(imported)
    }
  }
  return [...contracts].flatMap((file) =>
    [...graph.textOf(file).matchAll(/\bpath: '(\/[^']+)'/g)].map(([, path = '']) => path),
  )
}

function declares(text: string): boolean {
  return text.includes('defineCall(')
}

/** Finds an address of a path with parameters in a test's text: `/v2/orders/:orderKey` in `/v2/orders/${key}?…`. */
function addressPattern(path: string): RegExp {
  const text = path
    .split('/')
    .map((part) => (/^[:{]/.test(part) ? '[^/\'"`?]+' : RegExp.escape(part)))
    .join('/')
  return new RegExp(`${text}(?=['"\`?#]|$)`, 'm')
}

function mentions(text: string, patterns: readonly RegExp[]): boolean {
  return patterns.some((pattern) => pattern.test(text))
}

function sorted(tests: ReadonlyMap<string, number>, own: ReadonlySet<string>): AffectedTest[] {
  const isForeign = (file: string) => Number(!own.has(moduleOf(file) ?? ''))
  return [...tests]
    .map(([file, distance]) => ({ file, distance }))
    .toSorted(
      (left, right) =>
        left.distance - right.distance ||
        isForeign(left.file) - isForeign(right.file) ||
        left.file.localeCompare(right.file),
    )
}
