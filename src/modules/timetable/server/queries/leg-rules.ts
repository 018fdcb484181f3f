/** The rules of GTFS Fares v2 that match a ride; pure. */
import { timeframeKey, type Fare, type LegRule, type Network, type Stop } from '../network.ts'
import { runsOn, type LocalMoment } from '../rules.ts'

/** A fare that is a rule of `fare_leg_rules.txt`. */
export type RuleFare = Fare & { readonly rule: LegRule }

/** A ride between two stops of a line, with its local times if they are known. */
export interface RuleRide {
  readonly network: string | null
  readonly from: Stop
  readonly to: Stop
  readonly boarding: LocalMoment | undefined
  readonly alighting: LocalMoment | undefined
}

/** Stands for an empty area; no area has this name. */
const anyArea = ''

/** Rules of one carrier by departure and arrival area. */
type Rules = ReadonlyMap<string, ReadonlyMap<string, readonly RuleFare[]>>

const indexes = new WeakMap<Network['fares'], ReadonlyMap<number, Rules>>()

export function isRule(fare: Fare): fare is RuleFare {
  return fare.rule !== undefined && fare.rule !== null
}

function rulesOf(network: Network, agencyId: number): Rules | undefined {
  let known = indexes.get(network.fares)
  if (!known) indexes.set(network.fares, (known = indexOf(network.fares)))
  return known.get(agencyId)
}

function indexOf(fares: Network['fares']): Map<number, Rules> {
  const index = new Map<number, Map<string, Map<string, RuleFare[]>>>()
  for (const fare of fares) {
    if (!isRule(fare)) continue
    const { fromArea, toArea } = fare.rule
    const ofAgency = index.get(fare.agencyId) ?? new Map<string, Map<string, RuleFare[]>>()
    index.set(fare.agencyId, ofAgency)
    const ofArea = ofAgency.get(fromArea ?? anyArea) ?? new Map<string, RuleFare[]>()
    ofAgency.set(fromArea ?? anyArea, ofArea)
    const rules = ofArea.get(toArea ?? anyArea)
    if (rules) rules.push(fare)
    else ofArea.set(toArea ?? anyArea, [fare])
  }
  return index
}

/**
 * The matching rules of the greatest priority; of these, those that name the most times of day that match. Times of day match
 * if the times of the ride are not known. Empty if the carrier has no rule for the ride.
 */
export function matchingRules(network: Network, agencyId: number, ride: RuleRide): RuleFare[] {
  const rules = rulesOf(network, agencyId)
  if (!rules) return []
  const feedId = network.agencies.get(agencyId)?.feedId ?? 0
  let found: RuleFare[] = []
  let best: readonly [number, number] = [-1, -1]
  for (const from of [...(ride.from.fromAreas ?? []), anyArea])
    for (const to of [...(ride.to.toAreas ?? []), anyArea])
      for (const fare of rules.get(from)?.get(to) ?? []) {
        if (!matches(network, feedId, fare.rule, ride)) continue
        const rank = [fare.rule.priority, timesNamed(fare.rule)] as const
        const difference = rank[0] - best[0] || rank[1] - best[1]
        if (difference < 0) continue
        if (difference > 0) found = []
        found.push(fare)
        best = rank
      }
  return found
}

function timesNamed({ fromTimeframe, toTimeframe }: LegRule): number {
  return Number(fromTimeframe !== null) + Number(toTimeframe !== null)
}

function matches(network: Network, feedId: number, rule: LegRule, ride: RuleRide): boolean {
  if (rule.network !== null && rule.network !== ride.network) return false
  if (rule.takesRest && !matchesRest(rule, ride)) return false
  const isIn = (name: string | null, moment: LocalMoment | undefined): boolean =>
    name === null || moment === undefined || isInTimeframe(network, feedId, name, moment)
  return isIn(rule.fromTimeframe, ride.boarding) && isIn(rule.toTimeframe, ride.alighting)
}

/** Whether the empty fields of a rule stand for what the ride has, because no rule of the feed names that. */
function matchesRest(rule: LegRule, { network, from, to }: RuleRide): boolean {
  return (
    (rule.network !== null || network === null) &&
    (rule.fromArea !== null || from.fromAreas === null) &&
    (rule.toArea !== null || to.toAreas === null)
  )
}

function isInTimeframe(
  network: Network,
  feedId: number,
  name: string,
  { date, seconds }: LocalMoment,
): boolean {
  return (network.timeframes.get(timeframeKey(feedId, name)) ?? []).some(
    ({ serviceId, startSeconds, endSeconds }) => {
      const service = network.services.get(serviceId)
      return (
        service !== undefined &&
        startSeconds <= seconds &&
        seconds < endSeconds &&
        runsOn(service, date)
      )
    },
  )
}
