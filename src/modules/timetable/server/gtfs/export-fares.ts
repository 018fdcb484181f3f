/** Exports fares. */
import type { Fare, Network } from '../network.ts'
import { isRule } from '../queries/leg-rules.ts'
import { decimalPlacesOf } from './decimal-places.ts'
import { legRuleHeadings, ruleNames, timeframeFile, withoutTwins } from './export-leg-rules.ts'
import { sorted, type Cell, type FeedFile, type Ids, type Row, type Used } from './feed-rows.ts'

/** Only general fares: GTFS cannot express fares of a channel or a season. */
export function fareFiles(network: Network, ids: Ids, used: Used): FeedFile[] {
  const open = network.fares.filter(
    ({ channel, validFrom, validUntil }) =>
      channel === null && validFrom === null && validUntil === null,
  )
  const stopIds = new Set(used.stops.map(({ stopId }) => stopId))
  // Fares to stops where nothing calls any more have no area.
  const byStops = open.filter(
    ({ fromStopId, toStopId }) => stopIds.has(fromStopId ?? 0) && stopIds.has(toStopId ?? 0),
  )
  // What is not sold here has no price that could be exported.
  const rules = open.filter(isRule).filter(({ rule }) => !rule.isUnsold)
  const names = ruleNames(network, ids, used)
  const wide = open.filter((fare) => fare.fromStopId === null && !isRule(fare))
  const priced = new Set(byStops.flatMap(({ fromStopId, toStopId }) => [fromStopId, toStopId]))
  const stopAreas = (): Row[] => [
    ...used.stops.flatMap((stop) =>
      priced.has(stop.stopId) ? [[ids.of(stop), ids.of(stop)]] : [],
    ),
    ...names.stopAreas(),
  ]
  const routesOf = ({ routeId, agencyId }: Fare): string[] =>
    [...network.routes.values()]
      .filter((route) =>
        routeId === null ? route.agencyId === agencyId : route.routeId === routeId,
      )
      .map((route) => ids.of(route))
  const product = (fare: Fare): string =>
    [network.classes.get(fare.classId ?? 0)?.code ?? 'any', fare.priceMinor, fare.currency].join(
      '-',
    )
  return [
    {
      name: 'areas.txt',
      headings: ['area_id'],
      *rows() {
        const areas = new Set(stopAreas().map(([area]) => String(area)))
        for (const area of sorted(areas, (one) => one)) yield [area]
      },
    },
    {
      name: 'stop_areas.txt',
      headings: ['area_id', 'stop_id'],
      *rows() {
        yield* sorted(stopAreas(), (row) => row.join('\n'))
      },
    },
    ...networkFiles(network, ids),
    {
      name: 'fare_products.txt',
      headings: ['fare_product_id', 'amount', 'currency', 'bileti_class'],
      *rows() {
        const distinct = new Map([...byStops, ...rules].map((fare) => [product(fare), fare]))
        for (const [id, fare] of sorted(distinct, ([name]) => name))
          yield [
            id,
            amount(fare),
            fare.currency,
            network.classes.get(fare.classId ?? 0)?.code ?? null,
          ]
      },
    },
    {
      name: 'fare_leg_rules.txt',
      headings: legRuleHeadings,
      *rows() {
        const byArea = rules.flatMap((fare) =>
          names.routesOf(fare).map((route): Row => [route, ...names.cellsOf(fare), product(fare)]),
        )
        const byStop = byStops.flatMap((fare) =>
          routesOf(fare).flatMap((route): Row[] => {
            const ends = [fare.fromStopId, fare.toStopId].map((id) => network.stops.get(id ?? 0))
            const [from, to] = ends.map((stop) => stop && ids.of(stop))
            return from && to ? [[route, from, to, null, null, 0, product(fare)]] : []
          }),
        )
        yield* sorted(withoutTwins([...byStop, ...byArea]), (rule) => rule.join('\n'))
      },
    },
    timeframeFile(network, ids),
    ...zoneFareFiles(network, { ids, wide, routesOf }),
  ]
}

/** Each line is a network of its own, since fares may be those of one line. */
function networkFiles(network: Network, ids: Ids): FeedFile[] {
  return [
    {
      name: 'networks.txt',
      headings: ['network_id'],
      *rows() {
        for (const route of sorted(network.routes.values(), (one) => ids.of(one)))
          yield [ids.of(route)]
      },
    },
    {
      name: 'route_networks.txt',
      headings: ['network_id', 'route_id'],
      *rows() {
        for (const route of sorted(network.routes.values(), (one) => ids.of(one)))
          yield [ids.of(route), ids.of(route)]
      },
    },
  ]
}

interface ZoneFares {
  readonly ids: Ids
  readonly wide: readonly Fare[]
  readonly routesOf: (fare: Fare) => string[]
}

function zoneFareFiles(network: Network, { ids, wide, routesOf }: ZoneFares): FeedFile[] {
  const agencyOf = ({ agencyId }: Fare): string => {
    const agency = network.agencies.get(agencyId)
    return agency ? ids.of(agency) : ''
  }
  const isFlat = ({ routeId, fromZone, toZone }: Fare): boolean =>
    routeId === null && fromZone === null && toZone === null
  const nameOf = (fare: Fare): string =>
    [agencyOf(fare), fare.priceMinor, fare.currency, isFlat(fare) ? 'flat' : 'rules'].join('-')
  const zonesOf = ({ agencyId, fromZone, toZone }: Fare): Cell[] => {
    const feedId = network.agencies.get(agencyId)?.feedId ?? 0
    return [ids.within(feedId, fromZone), ids.within(feedId, toZone)]
  }
  const ofAllLines = Map.groupBy(
    wide.filter((fare) => fare.routeId === null),
    (fare) => zonesOf(fare).join('\n'),
  )
  /** Carriers of one feed may share its zones, and a rule of all lines would be that of all of them. */
  const isShared = (fare: Fare): boolean => {
    const others = ofAllLines.get(zonesOf(fare).join('\n')) ?? []
    return others.some(({ agencyId }) => agencyId !== fare.agencyId)
  }
  const rulesOf = (fare: Fare): Row[] => {
    const routes = fare.routeId === null && !isShared(fare) ? [null] : routesOf(fare)
    return routes.map((route) => [nameOf(fare), route, ...zonesOf(fare)])
  }
  /** The same lines and zones have one rule, of the cheapest fare: that is the one that is sold. */
  const rules = (): Row[] => {
    const seen = new Map<string, Row>()
    const cheapestFirst = wide
      .filter((fare) => !isFlat(fare))
      .toSorted((one, other) => one.priceMinor - other.priceMinor)
    for (const rule of cheapestFirst.flatMap(rulesOf)) {
      const place = rule.slice(1).join('\n')
      if (!seen.has(place)) seen.set(place, rule)
    }
    return [...sorted(seen.values(), (rule) => rule.join('\n'))]
  }
  return [
    {
      name: 'fare_attributes.txt',
      headings: ['fare_id', 'price', 'currency_type', 'payment_method', 'transfers', 'agency_id'],
      *rows() {
        // Without a rule a fare would apply everywhere.
        const ruled = new Set(rules().map(([name]) => name))
        const distinct = new Map(
          wide
            .filter((fare) => isFlat(fare) || ruled.has(nameOf(fare)))
            .map((fare) => [nameOf(fare), fare]),
        )
        for (const [id, fare] of sorted(distinct, ([name]) => name))
          yield [id, amount(fare), fare.currency, 1, 0, agencyOf(fare)]
      },
    },
    {
      name: 'fare_rules.txt',
      headings: ['fare_id', 'route_id', 'origin_id', 'destination_id'],
      rows: rules,
    },
  ]
}

function amount({ priceMinor, currency }: Fare): string {
  const digits = decimalPlacesOf(currency)
  return (priceMinor / 10 ** digits).toFixed(digits)
}
