import { callDistance, type Affected, type AffectedTest } from './affected.ts'

/** What a run executes, and how many affected tests it leaves to `npm test`. */
export interface Selection {
  readonly units: readonly string[]
  /** Calls whose hostile walk runs. */
  readonly calls: readonly string[]
  readonly journeys: readonly string[]
  readonly leftOut: number
  /** Estimated seconds on two idle cores. */
  readonly seconds: number
}

export interface SelectOptions {
  readonly secondsMax: number
  readonly workers: number
  /** Seconds of a test file in an earlier run, if there was one. */
  readonly secondsOf: (file: string) => number | undefined
}

/** Of a test file that has not run here yet: the average of all. */
const usualSeconds = 2.5
const usualJourneySeconds = 8
/** Starting the test runner with its database. */
const unitStartSeconds = 5
/** Building the pages, starting the shop and the browser. */
const journeyStartSeconds = 25
/** Of one call's hostile walk, its shop not counted. */
const walkSeconds = 0.4
const walkStartSeconds = 5

/** Fills the time with the nearest tests; changed test files always run. */
export function selectTests(affected: Affected, options: SelectOptions): Selection {
  const { secondsMax, workers } = options
  let seconds = affected.units.length > 0 ? unitStartSeconds : 0
  let leftOut = 0
  const fill = (tests: readonly AffectedTest[], usual: number, start: number): string[] => {
    const chosen: string[] = []
    for (const { file, distance } of tests) {
      const own = (options.secondsOf(file) ?? usual) / workers
      const cost = own + (chosen.length === 0 ? start : 0)
      if (distance > 0 && seconds + cost > secondsMax) {
        leftOut += 1
        continue
      }
      seconds += cost
      chosen.push(file)
    }
    return chosen
  }
  const units = fill(
    affected.units.filter(({ distance }) => distance < callDistance),
    usualSeconds,
    0,
  )
  const calls = callsWithin(affected.calls, secondsMax - seconds, workers)
  if (calls.length > 0) seconds += walkStartSeconds + (calls.length * walkSeconds) / workers
  const journeys = fill(affected.journeys, usualJourneySeconds, journeyStartSeconds)
  const byCalls = fill(
    affected.units.filter(({ distance }) => distance >= callDistance),
    usualSeconds,
    0,
  )
  return { units: [...units, ...byCalls], calls, journeys, leftOut, seconds: Math.ceil(seconds) }
}

function callsWithin(calls: readonly string[], seconds: number, workers: number): string[] {
  const most = Math.floor(((seconds - walkStartSeconds) * workers) / walkSeconds)
  return calls.slice(0, Math.max(0, most))
}
