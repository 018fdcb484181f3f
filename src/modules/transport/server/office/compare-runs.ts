/** The orders of a list of runs. */
import type { Locale } from '#kernel/locale.ts'
import type { OfficeRunLine, OfficeRunSort } from '../../office-contract.ts'

type Comparison = (one: OfficeRunLine, other: OfficeRunLine) => number

/** What needs attention most is last. */
const states: readonly OfficeRunLine['state'][] = ['on-time', 'delayed', 'cancelled']
const sales: readonly OfficeRunLine['sale'][] = [
  'open',
  'not-yet',
  'closed',
  'stopped',
  'cancelled',
]

/** Compares the runs of a day by what their list is sorted by; of equal ones the first departure is first. */
export function comparisonOf(sort: OfficeRunSort, locale: Locale): Comparison {
  const { compare } = new Intl.Collator(locale, { numeric: true })
  const byName: Comparison = (one, other) => compare(one.name, other.name)
  const byVehicle: Comparison = (one, other) => compare(one.vehicle, other.vehicle)
  const bySold: Comparison = (one, other) => one.sold - other.sold
  const byKey: Comparison = {
    departure: byDeparture,
    departureReversed: reversed(byDeparture),
    line: byName,
    lineReversed: reversed(byName),
    vehicle: byVehicle,
    vehicleReversed: reversed(byVehicle),
    fewestSold: bySold,
    mostSold: reversed(bySold),
    state: byState,
    stateReversed: reversed(byState),
  }[sort]
  return (one, other) => byKey(one, other) || byDeparture(one, other) || one.runId - other.runId
}

function reversed(compare: Comparison): Comparison {
  return (one, other) => compare(other, one)
}

function byDeparture(one: OfficeRunLine, other: OfficeRunLine): number {
  return Date.parse(one.departsAt) - Date.parse(other.departsAt)
}

/** By the state, within it by the delay, then by the sale. */
function byState(one: OfficeRunLine, other: OfficeRunLine): number {
  return (
    states.indexOf(one.state) - states.indexOf(other.state) ||
    one.delayMinutes - other.delayMinutes ||
    sales.indexOf(one.sale) - sales.indexOf(other.sale)
  )
}
