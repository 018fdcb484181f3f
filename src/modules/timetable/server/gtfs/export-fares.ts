/** Exports fares. */
import { minorDigitsOf } from '#kernel/money.ts'
import type { Fare, Network } from '../network.ts'
import { isRule } from '../queries/leg-rules.ts'
import { legRuleHeadings, ruleNames, timeframeFile, withoutTwins } from './export-leg-rules.ts'
import { sorted, type FeedFile, type Ids, type Row, type Used } from './feed-rows.ts'

/** Only general fares: GTFS cannot express fares of a channel or a season. */
export function fareFiles(network: Network, ids: Ids, used: Used): FeedFile[] {
  const open = network.fares.filter(
    ({ channel, validFrom, validUntil }) =>
      channel === null && validFrom === null && validUntil === null,
  )
  const byStops = open.filter(({ fromStopId }) => fromStopId !== null)
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
    {
      name: 'route_networks.txt',
      headings: ['network_id', 'route_id'],
      *rows() {
        for (const route of sorted(network.routes.values(), (one) => ids.of(one)))
          yield [ids.of(route), ids.of(route)]
      },
    },
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
    ...zoneFareFiles(network, ids, wide),
  ]
}

function zoneFareFiles(network: Network, ids: Ids, wide: readonly Fare[]): FeedFile[] {
  const agencyOf = ({ agencyId }: Fare): string => {
    const agency = network.agencies.get(agencyId)
    return agency ? ids.of(agency) : ''
  }
  const nameOf = (fare: Fare): string =>
    [
      agencyOf(fare),
      fare.priceMinor,
      fare.currency,
      fare.routeId === null && fare.fromZone === null && fare.toZone === null ? 'flat' : 'rules',
    ].join('-')
  return [
    {
      name: 'fare_attributes.txt',
      headings: ['fare_id', 'price', 'currency_type', 'payment_method', 'transfers', 'agency_id'],
      *rows() {
        const distinct = new Map(wide.map((fare) => [nameOf(fare), fare]))
        for (const [id, fare] of sorted(distinct, ([name]) => name))
          yield [id, amount(fare), fare.currency, 1, 0, agencyOf(fare)]
      },
    },
    {
      name: 'fare_rules.txt',
      headings: ['fare_id', 'route_id', 'origin_id', 'destination_id'],
      *rows() {
        const rules = wide
          .filter(
            ({ routeId, fromZone, toZone }) =>
              routeId !== null || fromZone !== null || toZone !== null,
          )
          .map((fare): Row => {
            const route = network.routes.get(fare.routeId ?? 0)
            return [nameOf(fare), route ? ids.of(route) : null, fare.fromZone, fare.toZone]
          })
        yield* sorted(rules, (rule) => rule.join('\n'))
      },
    },
  ]
}

function amount({ priceMinor, currency }: Fare): string {
  const digits = minorDigitsOf(currency)
  return (priceMinor / 10 ** digits).toFixed(digits)
}
