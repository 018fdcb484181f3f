/** Assigns the departures of a former timetable to those of a new one; pure. */

/** One pair that may be the same train, with how unlike it is; null: it cannot be. */
type CostOf<Former, Current> = (former: Former, current: Current) => number | null

interface Departure {
  /** Milliseconds since the epoch. */
  readonly at: number
}

/** A pair that costs more than leaving the former departure without one is not made. */
const costWithoutPair = 5_400

const steps = { skipCurrent: 1, skipFormer: 2, pair: 3 } as const

interface Row {
  /** The first column of the row: how many new departures are before it. */
  readonly from: number
  readonly costs: Float64Array
  /** How each cost came about. */
  readonly taken: Uint8Array
}

/**
 * The cheapest pairs in the order of time: trains do not overtake each other in a new timetable, so no two pairs cross,
 * and no departure is in two pairs. Only departures within `withinSeconds` of each other are compared. Returns the index
 * of the new departure for each former one, or -1. Both lists must be sorted by `at`.
 */
export function assignDepartures<Former extends Departure, Current extends Departure>(
  former: readonly Former[],
  current: readonly Current[],
  options: { readonly withinSeconds: number; readonly costOf: CostOf<Former, Current> },
): number[] {
  const rows: Row[] = []
  const reach = options.withinSeconds * 1000
  let [from, until] = [0, 0]
  for (const departure of former) {
    while (from < current.length && (current[from]?.at ?? 0) < departure.at - reach) from += 1
    until = Math.max(until, from)
    while (until < current.length && (current[until]?.at ?? 0) <= departure.at + reach) until += 1
    rows.push(nextRow(rows.at(-1), { from, until, departure, current, costOf: options.costOf }))
  }
  return traced(rows)
}

interface RowQuestion<Former, Current> {
  readonly from: number
  readonly until: number
  readonly departure: Former
  readonly current: readonly Current[]
  readonly costOf: CostOf<Former, Current>
}

function nextRow<Former, Current>(
  before: Row | undefined,
  { from, until, departure, current, costOf }: RowQuestion<Former, Current>,
): Row {
  const costs = new Float64Array(until - from + 1)
  const taken = new Uint8Array(costs.length)
  for (let column = from; column <= until; column += 1) {
    let best = costAt(before, column) + costWithoutPair
    let step: number = steps.skipFormer
    if (column > from) {
      const skipped = costs[column - from - 1] ?? Infinity
      if (skipped < best) [best, step] = [skipped, steps.skipCurrent]
      const candidate = current[column - 1]
      const cost = candidate === undefined ? null : costOf(departure, candidate)
      const paired = cost === null ? Infinity : costAt(before, column - 1) + cost
      if (paired < best) [best, step] = [paired, steps.pair]
    }
    costs[column - from] = best
    taken[column - from] = step
  }
  return { from, costs, taken }
}

/** The cost of a column; beyond the end of a row nothing is added. */
function costAt(row: Row | undefined, column: number): number {
  if (!row) return 0
  return row.costs[Math.min(column - row.from, row.costs.length - 1)] ?? 0
}

function traced(rows: readonly Row[]): number[] {
  const found = rows.map(() => -1)
  let column = Infinity
  for (let index = rows.length - 1; index >= 0; index -= 1) {
    const row = rows[index]
    if (!row) continue
    column = Math.min(column, row.from + row.taken.length - 1)
    while (row.taken[column - row.from] === steps.skipCurrent) column -= 1
    if (row.taken[column - row.from] === steps.pair) {
      column -= 1
      found[index] = column
    }
  }
  return found
}
