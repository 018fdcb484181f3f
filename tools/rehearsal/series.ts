/**
 * Many rehearsals with consecutive seeds; a file has one line for each, so that an interrupted series can continue.
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

const planShape = z.object({
  first: z.number().int(),
  seeds: z.number().int().positive(),
  kills: z.number().int().nonnegative(),
})
export type SeriesPlan = z.output<typeof planShape>

const resultShape = z.object({
  seed: z.number().int(),
  /** Number of kills and disconnections. */
  failures: z.number().int(),
  /** Seconds until the slowest recovery. */
  slowest: z.number(),
  bought: z.number().int(),
  /** Places with more than one valid ticket. */
  soldTwice: z.number().int(),
  /** Sales that a buyer was told of and that are gone. */
  salesLost: z.number().int(),
  /** Payments that were captured without a ticket or a refund. */
  keptWithout: z.number().int(),
  /** Differences between the ledger and the bank, or within the ledger. */
  books: z.number().int(),
  /** Duration of the rehearsal in seconds. */
  seconds: z.number(),
  /** All violations in words, those counted above included; empty if there are none. */
  broken: z.array(z.string()),
})
export type SeriesResult = z.output<typeof resultShape>

export interface RecordedSeries {
  readonly plan: SeriesPlan
  readonly results: readonly SeriesResult[]
}

export interface Series extends SeriesPlan {
  /** Planned seeds without a result. */
  readonly left: readonly number[]
  add(result: SeriesResult): void
  /** Readable summary of all results. */
  summary(): string
}

/**
 * Continues the file's unfinished series if it has the same number of seeds and kills; otherwise starts a new one
 * there.
 *
 * @param wanted.first the first seed; by default that of an unfinished series, else a random one
 */
export function openSeries(
  file: string,
  wanted: { readonly first?: number; readonly seeds: number; readonly kills: number },
): Series {
  const { first = Date.now() % 2_000_000_000, seeds, kills } = wanted
  const found = readSeries(file)
  const isSame =
    found !== null &&
    found.plan.seeds === seeds &&
    found.plan.kills === kills &&
    (wanted.first ?? found.plan.first) === found.plan.first &&
    found.results.length < seeds
  const plan = isSame ? found.plan : { first, seeds, kills }
  const results = isSame ? [...found.results] : []
  if (!isSame) {
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, `${JSON.stringify(plan)}\n`)
  }
  const done = new Set(results.map(({ seed }) => seed))
  const all = Array.from({ length: seeds }, (_, number) => plan.first + number)
  return {
    ...plan,
    left: all.filter((seed) => !done.has(seed)),
    add(result) {
      results.push(result)
      // Completes a line that was cut off by a crash.
      const torn = readFileSync(file, 'utf8').endsWith('\n') ? '' : '\n'
      appendFileSync(file, `${torn}${JSON.stringify(result)}\n`)
    },
    summary: () => summaryOf(plan, results),
  }
}

/** The plan and the results of a file; null if it has another format. A line that a crash has cut off counts as not run. */
export function readSeries(file: string): RecordedSeries | null {
  if (!existsSync(file)) return null
  const [head = '', ...lines] = readFileSync(file, 'utf8').split('\n')
  const plan = planShape.safeParse(parsed(head))
  if (!plan.success) return null
  const results = new Map<number, SeriesResult>()
  for (const line of lines) {
    const result = resultShape.safeParse(parsed(line))
    if (result.success) results.set(result.data.seed, result.data)
  }
  return { plan: plan.data, results: [...results.values()] }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

function summaryOf(plan: SeriesPlan, results: readonly SeriesResult[]): string {
  const failed = results.filter(({ broken }) => broken.length > 0)
  const sum = (of: (result: SeriesResult) => number): number =>
    results.reduce((total, result) => total + of(result), 0)
  const slowest = Math.max(0, ...results.map((result) => result.slowest))
  const lines = [
    `${results.length} of ${plan.seeds} seeds from ${plan.first}: ${results.length - failed.length} held, ${failed.length} did not`,
    `${sum((result) => result.failures)} failures, slowest return ${slowest.toFixed(1)} s; ${sum((result) => result.bought)} orders bought; ${Math.round(sum((result) => result.seconds) / 60)} min`,
    ...failed.map(({ seed, broken }) => `SEED=${seed}: ${broken.join('; ')}`),
  ]
  return lines.join('\n')
}
