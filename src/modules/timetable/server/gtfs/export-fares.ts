/** Exports fares. */
import type { Fare, Network, Stop } from '../network.ts'
import { sorted, type FeedFile, type Ids, type Row, type Used } from './feed-rows.ts'

/** Only general fares: GTFS cannot express fares of a channel or a season. */
export function fareFiles(network: Network, ids: Ids, used: Used): FeedFile[] {
  const open = network.fares.filter(
    ({ channel, validFrom, validUntil }) =>
      channel === null && validFrom === null && validUntil === null,
  )
  const byStops = open.filter(({ fromStopId }) => fromStopId !== null)
  const wide = open.filter(({ fromStopId }) => fromStopId === null)
  const priced = new Set(byStops.flatMap(({ fromStopId, toStopId }) => [fromStopId, toStopId]))
  const areas = (): Iterable<Stop> =>
    sorted(
      used.stops.filter(({ stopId }) => priced.has(stopId)),
      (stop) => ids.of(stop),
    )
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
  const amount = (minor: number): string => (minor / 100).toFixed(2)
  return [
    {
      name: 'areas.txt',
      headings: ['area_id'],
      *rows() {
        for (const stop of areas()) yield [ids.of(stop)]
      },
    },
    {
      name: 'stop_areas.txt',
      headings: ['area_id', 'stop_id'],
      *rows() {
        for (const stop of areas()) yield [ids.of(stop), ids.of(stop)]
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
        const distinct = new Map(byStops.map((fare) => [product(fare), fare]))
        for (const [id, fare] of sorted(distinct, ([name]) => name))
          yield [
            id,
            amount(fare.priceMinor),
            fare.currency,
            network.classes.get(fare.classId ?? 0)?.code ?? null,
          ]
      },
    },
    {
      name: 'fare_leg_rules.txt',
      headings: ['network_id', 'from_area_id', 'to_area_id', 'fare_product_id'],
      *rows() {
        const rules = byStops.flatMap((fare) => {
          const [from, to] = [
            network.stops.get(fare.fromStopId ?? 0),
            network.stops.get(fare.toStopId ?? 0),
          ]
          return from && to
            ? routesOf(fare).map((route) => [route, ids.of(from), ids.of(to), product(fare)])
            : []
        })
        yield* sorted(rules, (rule) => rule.join('\n'))
      },
    },
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
  const amount = (minor: number): string => (minor / 100).toFixed(2)
  return [
    {
      name: 'fare_attributes.txt',
      headings: ['fare_id', 'price', 'currency_type', 'payment_method', 'transfers', 'agency_id'],
      *rows() {
        const distinct = new Map(wide.map((fare) => [nameOf(fare), fare]))
        for (const [id, fare] of sorted(distinct, ([name]) => name))
          yield [id, amount(fare.priceMinor), fare.currency, 1, 0, agencyOf(fare)]
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
