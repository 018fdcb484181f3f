/** Finds for runs of a former timetable the departures of a new one that are the same trains; pure. */
import { assignDepartures } from './assign.ts'
import type { Alignment } from './same-stops.ts'

interface Departure {
  readonly gtfsId: string
  readonly patternId: number
  readonly agencyId: number
  /** The same for lines that passengers know as one, whatever their ids are. */
  readonly line: string
  readonly direction: number
  /** The train's own number; null if it has only that of its line. */
  readonly number: string | null
  /** Departure from the first stop, in milliseconds since the epoch. */
  readonly at: number
  /** By stop, in milliseconds since the epoch. */
  readonly arrivals: readonly number[]
  readonly departures: readonly number[]
}

export interface FormerRun extends Departure {
  readonly runId: number
  /** What passengers have bought or hold; legs by stop. */
  readonly rides: readonly { readonly from: number; readonly to: number }[]
}

/** A departure of the new timetable that has no run yet. */
export interface Slot extends Departure {
  readonly tripId: number
  readonly serviceDate: string
  readonly startOffset: number
  /** Where nobody may board, or alight, any more. */
  readonly pickup: readonly number[]
  readonly dropOff: readonly number[]
}

export interface Match<Found extends Slot = Slot> {
  readonly slot: Found
  readonly alignment: Alignment
  /** The greatest difference of a time, in seconds; later is positive. */
  readonly shift: number
  /** Whether it is the same train beyond doubt. */
  readonly isSure: boolean
  /** Whether every ride that was sold is still possible. */
  readonly isWholeForRides: boolean
}

type AlignmentOf = (formerPatternId: number, patternId: number) => Alignment | null

const withinSeconds = 3 * 3_600
/** A train of the same id or number that moved by no more than this is the same beyond doubt. */
const sureSeconds = 3_600
/** The same for a train that is known by its line, stops and times alone. */
const sureWithoutNameSeconds = 900
const otherNumberCost = 600
const otherLineCost = 1_800

/** Every slot is in one match at most. Runs without a departure that could be the same train are left out. */
export function matchRuns<Found extends Slot>(
  runs: readonly FormerRun[],
  slots: readonly Found[],
  alignmentOf: AlignmentOf,
): ReadonlyMap<number, Match<Found>> {
  const search = new Search(alignmentOf, slots)
  const ordered = runs.toSorted(byTime)
  // Trains whose times did not change are found first, by id before number before line.
  for (const isAlike of [hasSameId, hasSameNumber, hasSameLine, () => true])
    search.pairEqual(ordered, isAlike)
  search.pairNearest(ordered, lineOf, ({ isWhole }) => isWhole)
  search.pairNearest(ordered, lineOf, () => true)
  search.pairNearest(
    ordered,
    ({ agencyId }) => String(agencyId),
    ({ isWhole }) => isWhole,
  )
  return search.found
}

type Alike = (run: Departure, slot: Departure) => boolean

const hasSameId: Alike = (run, slot) => run.gtfsId === slot.gtfsId && hasSameLine(run, slot)
const hasSameNumber: Alike = (run, slot) => run.number === slot.number && hasSameLine(run, slot)
const hasSameLine: Alike = (run, slot) => run.line === slot.line && run.direction === slot.direction

function byTime(one: Departure, other: Departure): number {
  return one.at - other.at || one.gtfsId.localeCompare(other.gtfsId)
}

class Search<Found extends Slot> {
  readonly found = new Map<number, Match<Found>>()
  readonly #alignmentOf: AlignmentOf
  readonly #byTime: ReadonlyMap<string, Found[]>
  readonly #slots: readonly Found[]
  readonly #taken = new Set<Found>()

  constructor(alignmentOf: AlignmentOf, slots: readonly Found[]) {
    this.#alignmentOf = alignmentOf
    this.#slots = slots.toSorted(byTime)
    this.#byTime = Map.groupBy(this.#slots, ({ agencyId, at }) => `${agencyId} ${at}`)
  }

  pairEqual(runs: readonly FormerRun[], isAlike: Alike): void {
    for (const run of runs) {
      if (this.found.has(run.runId)) continue
      for (const slot of this.#byTime.get(`${run.agencyId} ${run.at}`) ?? []) {
        if (this.#taken.has(slot) || !isAlike(run, slot)) continue
        const match = this.#matchOf(run, slot)
        if (!match?.alignment.isWhole || match.shift !== 0) continue
        this.#take(run, match)
        break
      }
    }
  }

  /** Pairs what is left, group by group, if the stops agree as asked. */
  pairNearest(
    runs: readonly FormerRun[],
    groupOf: (departure: Departure) => string,
    isAligned: (alignment: Alignment) => boolean,
  ): void {
    const left = runs.filter(({ runId }) => !this.found.has(runId))
    if (left.length === 0) return
    const freeOf = Map.groupBy(
      this.#slots.filter((slot) => !this.#taken.has(slot)),
      groupOf,
    )
    for (const [key, group] of Map.groupBy(left, groupOf)) {
      const free = freeOf.get(key) ?? []
      const patterns = new Set(free.map(({ patternId }) => patternId))
      const connected = group.filter(({ patternId }) =>
        [...patterns].some((own) => this.#isAligned(patternId, own, isAligned)),
      )
      const pairs = assignDepartures(connected, free, {
        withinSeconds,
        costOf: (run, slot) =>
          this.#isAligned(run.patternId, slot.patternId, isAligned)
            ? costOf(run, this.#matchOf(run, slot))
            : null,
      })
      connected.forEach((run, index) => {
        const slot = free[pairs[index] ?? -1]
        const match = slot && this.#matchOf(run, slot)
        if (match) this.#take(run, match)
      })
    }
  }

  #isAligned(former: number, current: number, isAligned: (one: Alignment) => boolean): boolean {
    const alignment = this.#alignmentOf(former, current)
    return alignment !== null && isAligned(alignment)
  }

  #take(run: FormerRun, match: Match<Found>): void {
    this.found.set(run.runId, match)
    this.#taken.add(match.slot)
  }

  #matchOf(run: FormerRun, slot: Found): Match<Found> | null {
    const alignment = this.#alignmentOf(run.patternId, slot.patternId)
    if (!alignment) return null
    const shift = shiftOf(run, slot, alignment)
    if (Math.abs(shift) > withinSeconds) return null
    return {
      slot,
      alignment,
      shift,
      isSure: isSure(run, slot, shift),
      isWholeForRides: run.rides.every((ride) => isPossible(ride, slot, alignment)),
    }
  }
}

/** Trains of one direction of a line, which keep their order. */
function lineOf({ agencyId, direction, line }: Departure): string {
  return `${agencyId} ${direction} ${line}`
}

function costOf(run: FormerRun, match: Match | null): number | null {
  if (!match) return null
  const { slot, shift } = match
  const isNamed = isNamedAlike(run, slot)
  const distance = Math.abs(shift)
  const cost = isNamed ? distance / 2 : distance + otherNumberCost
  return cost + (hasSameLine(run, slot) ? 0 : otherLineCost)
}

/** Ids do not last, so one that has another number now is no sign. */
function isNamedAlike(run: Departure, slot: Departure): boolean {
  if (run.number !== null && slot.number !== null) return run.number === slot.number
  return run.gtfsId === slot.gtfsId
}

function isSure(run: Departure, slot: Departure, shift: number): boolean {
  if (shift === 0) return true
  if (!hasSameLine(run, slot)) return false
  const most = isNamedAlike(run, slot) ? sureSeconds : sureWithoutNameSeconds
  return Math.abs(shift) <= most
}

/** Of the times at which passengers board or alight, the one that changed most. */
function shiftOf(run: Departure, slot: Departure, { positions }: Alignment): number {
  let most = 0
  positions.forEach((position, index) => {
    if (position < 0) return
    const isLast = index === positions.length - 1
    const [former, current] = isLast
      ? [run.arrivals[index], slot.arrivals[position]]
      : [run.departures[index], slot.departures[position]]
    const shift = ((current ?? 0) - (former ?? 0)) / 1000
    if (Math.abs(shift) > Math.abs(most)) most = shift
  })
  return most
}

function isPossible(
  { from, to }: FormerRun['rides'][number],
  slot: Slot,
  { positions }: Alignment,
): boolean {
  const [boarding, alighting] = [positions[from] ?? -1, positions[to] ?? -1]
  return (
    boarding >= 0 &&
    alighting > boarding &&
    slot.pickup[boarding] !== 1 &&
    slot.dropOff[alighting] !== 1
  )
}
