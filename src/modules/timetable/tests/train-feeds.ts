/** Feeds of one railway line for tests, of which each version is written down as its trains. */
import type { FeedFiles } from './feeds.ts'

export interface Train {
  readonly id: string
  /** Seconds of the service day by stop. */
  readonly times: readonly number[]
  readonly stops?: readonly string[]
  readonly service?: string
  readonly headsign?: string
  readonly number?: string
  readonly route?: string
  readonly direction?: 0 | 1
}

export interface TrainFeed {
  readonly trains: readonly Train[]
  /** Name and latitude by id. */
  readonly stops?: Readonly<Record<string, readonly [name: string, latitude: number]>>
  /** Days without service, by service: `YYYYMMDD`. */
  readonly without?: Readonly<Record<string, readonly string[]>>
  /** First and last day. */
  readonly days: readonly [string, string]
}

export const fourStops = {
  A: ['Astadt', 62],
  B: ['Bdorf', 62.3],
  C: ['Cberg', 62.6],
  D: ['Dhafen', 62.9],
} as const

export const hour = 3_600
/** At the four stops, from an hour of the day on. */
export function hourly(start: number): number[] {
  return [start, start + 0.5 * hour, start + hour, start + 2 * hour]
}

function clock(seconds: number): string {
  const parts = [seconds / hour, (seconds % hour) / 60, seconds % 60]
  return parts.map((part) => String(Math.floor(part)).padStart(2, '0')).join(':')
}

export function trainFeed({ trains, stops = fourStops, without = {}, days }: TrainFeed): FeedFiles {
  const services = new Set(trains.map(({ service = 'S' }) => service))
  const routes = new Set(trains.map(({ route = 'L' }) => route))
  const rows = (heading: string, lines: Iterable<string>): string =>
    `${[heading, ...lines].join('\n')}\n`
  return {
    'agency.txt': rows('agency_id,agency_name,agency_url,agency_timezone', [
      'R,Rail,https://example.org,Asia/Tbilisi',
    ]),
    'stops.txt': rows(
      'stop_id,stop_name,stop_lat,stop_lon,zone_id',
      Object.entries(stops).map(([id, [name, latitude]]) => `${id},${name},${latitude},13.5,z`),
    ),
    'routes.txt': rows(
      'route_id,agency_id,route_short_name,route_long_name,route_type',
      [...routes].map((route) => `${route},R,1,Line 1,2`),
    ),
    'calendar.txt': rows(
      'service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date',
      [...services].map((service) => `${service},1,1,1,1,1,1,1,${days.join()}`),
    ),
    'calendar_dates.txt': rows(
      'service_id,date,exception_type',
      Object.entries(without).flatMap(([service, dates]) =>
        dates.map((date) => `${service},${date},2`),
      ),
    ),
    'trips.txt': rows(
      'route_id,service_id,trip_id,trip_headsign,trip_short_name,direction_id',
      trains.map(
        ({ id, route = 'L', service = 'S', headsign = 'Dhafen', number = '', direction = 0 }) =>
          [route, service, id, headsign, number, direction].join(),
      ),
    ),
    'stop_times.txt': rows(
      'trip_id,arrival_time,departure_time,stop_id,stop_sequence',
      trains.flatMap(({ id, times, stops: called = ['A', 'B', 'C', 'D'] }) =>
        called.map((stop, index) =>
          [id, clock(times[index] ?? 0), clock(times[index] ?? 0), stop, index + 1].join(),
        ),
      ),
    ),
    'fare_attributes.txt': rows('fare_id,price,currency_type,payment_method,transfers', [
      'F,10.00,GEL,1,0',
    ]),
  }
}
