/** Exports fares that are rules by area, so that each says in one file of several feeds what it says in its own. */
import { timeframeKey, type LegRule, type Network, type Stop } from '../network.ts'
import { isRule, type RuleFare } from '../queries/leg-rules.ts'
import { serviceName, sorted, type FeedFile, type Ids, type Row, type Used } from './feed-rows.ts'

/** Areas of our own for the stops that no rule of a feed names, which an empty area stands for in some feeds. */
const restAreas = { from: '-from-rest', to: '-to-rest' } as const

export const legRuleHeadings: readonly string[] = [
  'network_id',
  'from_area_id',
  'to_area_id',
  'from_timeframe_group_id',
  'to_timeframe_group_id',
  'rule_priority',
  'fare_product_id',
]

const priorityAt = legRuleHeadings.indexOf('rule_priority')

/**
 * Rows that differ in nothing but their priority, because products of one price are one: only the greatest priority matters,
 * and the others would have the same key.
 */
export function withoutTwins(rows: readonly Row[]): Row[] {
  const kept = new Map<string, Row>()
  for (const row of rows) {
    const key = row.filter((_, index) => index !== priorityAt).join('\n')
    const known = kept.get(key)
    if (!known || Number(known[priorityAt]) < Number(row[priorityAt])) kept.set(key, row)
  }
  return [...kept.values()]
}

export interface RuleNames {
  /** Area and stop ids. */
  stopAreas(): Row[]
  /** Departure area, arrival area, both times of day, and the priority. */
  cellsOf(fare: RuleFare): Row
  /** Ids of the lines that a rule is about. */
  routesOf(fare: RuleFare): string[]
}

export function ruleNames(network: Network, ids: Ids, used: Used): RuleNames {
  const rules = network.fares.filter(isRule)
  const feedOf = ({ agencyId }: { readonly agencyId: number }): number =>
    network.agencies.get(agencyId)?.feedId ?? 0
  const name = (feedId: number, own: string | null): string | null =>
    own === null ? null : ids.of({ feedId, gtfsId: own })
  const wanted = (side: 'from' | 'to') =>
    new Set(
      rules.flatMap((fare) => {
        const area = areaOf(network, fare, side)
        return area === null ? [] : [`${feedOf(fare)} ${area}`]
      }),
    )
  const [from, to] = [wanted('from'), wanted('to')]
  return {
    stopAreas: () =>
      used.stops.flatMap((stop) => {
        const areas = [
          ...(stop.fromAreas ?? [restAreas.from]).filter((one) =>
            from.has(`${stop.feedId} ${one}`),
          ),
          ...(stop.toAreas ?? [restAreas.to]).filter((one) => to.has(`${stop.feedId} ${one}`)),
        ]
        return [...new Set(areas)].map((area) => [name(stop.feedId, area), ids.of(stop)])
      }),
    cellsOf: (fare) => {
      const { fromTimeframe, toTimeframe, priority } = fare.rule
      const own = (value: string | null) => name(feedOf(fare), value)
      return [
        own(areaOf(network, fare, 'from')),
        own(areaOf(network, fare, 'to')),
        own(fromTimeframe),
        own(toTimeframe),
        priority,
      ]
    },
    routesOf: ({ agencyId, rule }) =>
      [...network.routes.values()]
        .filter((route) => route.agencyId === agencyId && isOfNetwork(rule, route.network))
        .map((route) => ids.of(route)),
  }
}

function isOfNetwork(rule: LegRule, network: string | null): boolean {
  if (rule.network !== null) return rule.network === network
  return !rule.takesRest || network === null
}

/** Null where the area does not matter. */
function areaOf(
  network: Network,
  { agencyId, rule }: RuleFare,
  side: 'from' | 'to',
): string | null {
  const own = side === 'from' ? rule.fromArea : rule.toArea
  if (own !== null || !rule.takesRest) return own
  const feedId = network.agencies.get(agencyId)?.feedId
  const areasOf = (stop: Stop) => (side === 'from' ? stop.fromAreas : stop.toAreas)
  const isNamed = [...network.stops.values()].some(
    (stop) => stop.feedId === feedId && areasOf(stop) !== null,
  )
  return isNamed ? restAreas[side] : null
}

export function timeframeFile(network: Network, ids: Ids): FeedFile {
  return {
    name: 'timeframes.txt',
    headings: ['timeframe_group_id', 'start_time', 'end_time', 'service_id'],
    *rows() {
      const names = new Map(
        network.fares.filter(isRule).flatMap(({ agencyId, rule }) =>
          [rule.fromTimeframe, rule.toTimeframe].flatMap((own) => {
            const feedId = network.agencies.get(agencyId)?.feedId ?? 0
            return own === null ? [] : [[timeframeKey(feedId, own), { feedId, own }] as const]
          }),
        ),
      )
      const rows = [...names].flatMap(([key, { feedId, own }]) =>
        (network.timeframes.get(key) ?? []).flatMap(({ serviceId, startSeconds, endSeconds }) => {
          const days = network.services.get(serviceId)
          const times = [timeText(startSeconds), timeText(endSeconds)]
          return days ? [[ids.of({ feedId, gtfsId: own }), ...times, serviceName(days)]] : []
        }),
      )
      yield* sorted(rows, (row) => row.join('\n'))
    },
  }
}

function timeText(seconds: number): string {
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}
