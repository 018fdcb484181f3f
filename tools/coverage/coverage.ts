import { readFileSync } from 'node:fs'
import { pathParameterNames, type Call } from '#contract/call.ts'

export interface SpecifiedCall {
  readonly id: string
  readonly area: string
  readonly method: string
  readonly path: string
  readonly query: readonly string[]
  readonly body: boolean | null
  readonly required: readonly string[]
  readonly credential: string
}

/** The 275 specified calls. */
export function specifiedCalls(): SpecifiedCall[] {
  return JSON.parse(
    readFileSync(new URL('./specified-calls.json', import.meta.url), 'utf8'),
  ) as SpecifiedCall[]
}

export interface AreaCoverage {
  readonly area: string
  readonly total: number
  readonly covered: readonly string[]
  readonly missing: readonly string[]
}

export interface Coverage {
  readonly covered: number
  readonly total: number
  readonly areas: readonly AreaCoverage[]
  /** Implemented calls that differ from the specified call with their id. */
  readonly differences: readonly string[]
  /** Implemented calls that are not specified and not declared as `own`. */
  readonly strangers: readonly string[]
}

/** Compares implemented with specified calls. A call counts only if implemented exactly as specified. */
export function coverage(answered: readonly Call[], specified = specifiedCalls()): Coverage {
  const byId = new Map(answered.map((call) => [call.id, call]))
  const differences: string[] = []
  const areas = new Map<string, { covered: string[]; missing: string[] }>()
  for (const wanted of specified) {
    const area = areas.get(wanted.area) ?? { covered: [], missing: [] }
    areas.set(wanted.area, area)
    const call = byId.get(wanted.id)
    const found = call ? differencesOf(call, wanted) : []
    differences.push(...found)
    if (call && found.length === 0) area.covered.push(wanted.id)
    else area.missing.push(wanted.id)
  }
  const known = new Set(specified.map((call) => call.id))
  const rows = [...areas].map(([area, lists]) => ({
    area,
    total: lists.covered.length + lists.missing.length,
    ...lists,
  }))
  return {
    covered: rows.reduce((sum, row) => sum + row.covered.length, 0),
    total: specified.length,
    areas: rows,
    differences,
    strangers: answered
      .filter((call) => !known.has(call.id) && call.area !== 'own')
      .map((call) => call.id),
  }
}

function differencesOf(call: Call, wanted: SpecifiedCall): string[] {
  const facts: [string, string, string][] = [
    ['method', call.method, wanted.method],
    ['path', call.path, wanted.path],
    ['area', call.area, wanted.area],
    ['credential', call.credential, wanted.credential],
    ['required', besidesPath(call.required, wanted), besidesPath(wanted.required, wanted)],
    ['query', namesIn(call.query, wanted.query), [...wanted.query].toSorted().join()],
  ]
  return facts
    .filter(([, is, should]) => is !== should)
    .map(
      ([fact, is, should]) =>
        `${call.id}: ${fact} is ${is || 'empty'}, specified ${should || 'empty'}`,
    )
}

/** Required names besides those in the path, which clients cannot omit. */
function besidesPath(required: readonly string[], wanted: SpecifiedCall): string {
  const inPath = new Set(pathParameterNames(wanted.path))
  return required
    .filter((name) => !inPath.has(name))
    .toSorted()
    .join()
}

/** The specified names that the declared query contains; additional names are permitted. */
function namesIn(query: Call['query'], specified: readonly string[]): string {
  const { shape } = query as { shape?: Record<string, unknown> }
  const inner = (query as { def?: { innerType?: { shape?: Record<string, unknown> } } }).def
    ?.innerType?.shape
  const names = new Set(Object.keys(shape ?? inner ?? {}))
  return specified
    .filter((name) => names.has(name))
    .toSorted()
    .join()
}

/** The README's coverage table. */
export function coverageTable(result: Coverage): string {
  const lines = [
    `**${result.covered} of ${result.total} calls** do their work.`,
    '',
    '| Area | Calls | Working |',
    '| --- | ---: | ---: |',
    ...result.areas.map((row) => `| ${row.area} | ${row.total} | ${row.covered.length} |`),
  ]
  return lines.join('\n')
}
