/** Exports carriers, stops, lines and their names. */
import type { Agency, Network } from '../network.ts'
import type { TimetableText } from '../../shapes.ts'
import { sorted, type FeedFile, type Ids, type Row, type Used } from './feed-rows.ts'

export function placeFiles(network: Network, ids: Ids, used: Used): FeedFile[] {
  const agencies = (): Iterable<Agency> =>
    sorted(network.agencies.values(), (agency) => ids.of(agency))
  return [
    {
      name: 'agency.txt',
      headings: [
        'agency_id',
        'agency_name',
        'agency_url',
        'agency_timezone',
        'agency_lang',
        'agency_phone',
        'bileti_brand',
        'bileti_terms',
      ],
      *rows() {
        for (const agency of agencies())
          yield [
            ids.of(agency),
            agency.name.ka,
            agency.url ?? 'https://bileti.example',
            agency.timeZone,
            'ka',
            agency.phone,
            agency.brand,
            JSON.stringify(agency.terms),
          ]
      },
    },
    {
      name: 'stops.txt',
      headings: [
        'stop_id',
        'stop_code',
        'stop_name',
        'stop_lat',
        'stop_lon',
        'zone_id',
        'location_type',
        'parent_station',
        'stop_timezone',
        'wheelchair_boarding',
        'platform_code',
        'bileti_locality',
      ],
      *rows() {
        for (const stop of sorted(used.stops, (one) => ids.of(one))) {
          const parent = stop.parentId === null ? undefined : network.stops.get(stop.parentId)
          yield [
            ids.of(stop),
            stop.code,
            stop.name.ka,
            stop.latitude,
            stop.longitude,
            ids.within(stop.feedId, stop.zone),
            stop.locationType,
            parent ? ids.of(parent) : null,
            stop.timeZone,
            stop.wheelchair,
            stop.platform,
            network.localities.get(stop.localityId ?? 0)?.code ?? null,
          ]
        }
      },
    },
    ...linkFiles(network, ids, used),
  ]
}

/** Who publishes the feed, its version, and the days of its services. */
export function feedInfoFile({ services }: Used, versionOf: () => string): FeedFile {
  const days = services.map((one) => one.days)
  const first = days.map(({ startDate }) => startDate).toSorted()[0]
  const last = days
    .map(({ endDate }) => endDate)
    .toSorted()
    .at(-1)
  return {
    name: 'feed_info.txt',
    headings: [
      'feed_publisher_name',
      'feed_publisher_url',
      'feed_lang',
      'feed_start_date',
      'feed_end_date',
      'feed_version',
    ],
    *rows() {
      yield [
        'Bileti',
        'https://bileti.example',
        'ka',
        first?.replaceAll('-', '') ?? null,
        last?.replaceAll('-', '') ?? null,
        versionOf(),
      ]
    },
  }
}

function linkFiles(network: Network, ids: Ids, used: Used): FeedFile[] {
  return [
    {
      name: 'routes.txt',
      headings: [
        'route_id',
        'agency_id',
        'route_short_name',
        'route_long_name',
        'route_type',
        'route_color',
      ],
      *rows() {
        for (const route of sorted(network.routes.values(), (one) => ids.of(one))) {
          const agency = network.agencies.get(route.agencyId)
          if (agency)
            yield [
              ids.of(route),
              ids.of(agency),
              route.shortName,
              route.name.ka,
              route.routeType,
              route.color,
            ]
        }
      },
    },
    {
      name: 'transfers.txt',
      headings: [
        'from_stop_id',
        'to_stop_id',
        'transfer_type',
        'min_transfer_time',
        'from_trip_id',
        'to_trip_id',
      ],
      *rows() {
        const stops = new Map(used.stops.map((stop) => [stop.stopId, stop]))
        for (const { fromStopId, toStopId, kind, minSeconds } of network.transfers) {
          const [from, to] = [stops.get(fromStopId), stops.get(toStopId)]
          const seconds = kind === 2 ? minSeconds : null
          if (from && to) yield [ids.of(from), ids.of(to), kind, seconds, null, null]
        }
        const links = [...network.links.values()].flatMap(
          ({ fromTripId, toTripId, staysSeated }) => {
            const [before, after] = [network.trips.get(fromTripId), network.trips.get(toTripId)]
            const kind = staysSeated ? 4 : 5
            return before && after
              ? [[null, null, kind, null, ids.of(before), ids.of(after)] as const]
              : []
          },
        )
        yield* sorted(links, (row) => row.join('\n'))
      },
    },
    {
      name: 'translations.txt',
      headings: ['table_name', 'field_name', 'language', 'translation', 'record_id', 'field_value'],
      rows: () => translations(network, ids, used),
    },
  ]
}

function* translations(network: Network, ids: Ids, used: Used): Generator<Row> {
  const of = function* (
    table: string,
    field: string,
    name: TimetableText,
    id: string | null,
    value: string | null,
  ): Generator<Row> {
    for (const language of ['en', 'ru', 'az'] as const) {
      const text = name[language]
      if (text !== undefined && text !== '' && (language !== 'en' || text !== name.ka))
        yield [table, field, language, text, id, value]
    }
  }
  for (const agency of sorted(network.agencies.values(), (one) => ids.of(one)))
    yield* of('agency', 'agency_name', agency.name, ids.of(agency), null)
  for (const stop of sorted(used.stops, (one) => ids.of(one)))
    yield* of('stops', 'stop_name', stop.name, ids.of(stop), null)
  for (const route of sorted(network.routes.values(), (one) => ids.of(one)))
    yield* of('routes', 'route_long_name', route.name, ids.of(route), null)
  // Many trips share a headsign, so it is translated by value; if a value has two translations, by trip.
  const signs = Map.groupBy(used.trips, ({ headsign }) => headsign.ka)
  for (const [sign, trips] of sorted(signs, ([name]) => name)) {
    const distinct = new Map(trips.map(({ headsign }) => [JSON.stringify(headsign), headsign]))
    if (distinct.size === 1 && trips[0])
      yield* of('trips', 'trip_headsign', trips[0].headsign, null, sign)
    else
      for (const trip of sorted(trips, (one) => ids.of(one)))
        yield* of('trips', 'trip_headsign', trip.headsign, ids.of(trip), null)
  }
}
