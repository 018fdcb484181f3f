/** Exports services, trips and stop times. */
import type { Network, Trip } from '../network.ts'
import {
  exceptionsOf,
  serviceName,
  sorted,
  type FeedFile,
  type Ids,
  type Used,
} from './feed-rows.ts'

const compact = (date: string): string => date.replaceAll('-', '')

function clock(seconds: number): string {
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${two(Math.floor(seconds / 3_600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}

export function tripFiles(network: Network, ids: Ids, used: Used): FeedFile[] {
  const services = (): Iterable<Used['services'][number]> => sorted(used.services, ({ id }) => id)
  return [
    {
      name: 'calendar.txt',
      headings: [
        'service_id',
        'monday',
        'tuesday',
        'wednesday',
        'thursday',
        'friday',
        'saturday',
        'sunday',
        'start_date',
        'end_date',
      ],
      *rows() {
        for (const { id, days } of services()) {
          const weekdays = days.dayRule === 0 ? days.weekdays : 0
          yield [
            id,
            ...[0, 1, 2, 3, 4, 5, 6].map((day) => (weekdays >> day) & 1),
            compact(days.startDate),
            compact(days.endDate),
          ]
        }
      },
    },
    {
      name: 'calendar_dates.txt',
      headings: ['service_id', 'date', 'exception_type'],
      *rows() {
        for (const { id, days } of services())
          for (const { date, isAdded } of exceptionsOf(days))
            yield [id, compact(date), isAdded ? 1 : 2]
      },
    },
    ...vehicleFiles(network, ids, used),
  ]
}

function vehicleFiles(network: Network, ids: Ids, used: Used): FeedFile[] {
  const trips = (): Iterable<Trip> => sorted(used.trips, (trip) => ids.of(trip))
  return [
    {
      name: 'trips.txt',
      headings: [
        'route_id',
        'service_id',
        'trip_id',
        'trip_headsign',
        'trip_short_name',
        'direction_id',
        'block_id',
        'bileti_vehicle',
      ],
      *rows() {
        for (const trip of trips()) {
          const [route, days] = [
            network.routes.get(trip.pattern.routeId),
            network.services.get(trip.serviceId),
          ]
          if (!route || !days) continue
          const vehicle = network.vehicleTypes.get(trip.vehicleTypeId ?? 0)
          yield [
            ids.of(route),
            serviceName(days),
            ids.of(trip),
            trip.headsign.ka,
            trip.shortName,
            trip.pattern.direction,
            ids.within(trip.feedId, trip.blockId),
            vehicle?.code ?? 'none',
          ]
        }
      },
    },
    {
      name: 'stop_times.txt',
      headings: [
        'trip_id',
        'arrival_time',
        'departure_time',
        'stop_id',
        'stop_sequence',
        'pickup_type',
        'drop_off_type',
      ],
      *rows() {
        for (const trip of trips())
          for (const [index, stopId] of trip.pattern.stopIds.entries()) {
            const stop = network.stops.get(stopId)
            if (stop)
              yield [
                ids.of(trip),
                clock(trip.arrivals[index] ?? 0),
                clock(trip.departures[index] ?? 0),
                ids.of(stop),
                index + 1,
                trip.pattern.pickup[index] ?? 0,
                trip.pattern.dropOff[index] ?? 0,
              ]
          }
      },
    },
    {
      name: 'frequencies.txt',
      headings: ['trip_id', 'start_time', 'end_time', 'headway_secs', 'exact_times'],
      *rows() {
        for (const trip of trips())
          for (const { startSeconds, endSeconds, headwaySeconds, exactTimes } of trip.frequencies)
            yield [
              ids.of(trip),
              clock(startSeconds),
              clock(endSeconds),
              headwaySeconds,
              exactTimes ? 1 : 0,
            ]
      },
    },
  ]
}
