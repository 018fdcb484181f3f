/** Feeds for tests: published ones, and small ones built from text. */
import { readdirSync, readFileSync } from 'node:fs'
import { strToU8, zipSync } from 'fflate'

const folder = new URL('../../../../tests/feeds/', import.meta.url)

/** Text by file name. */
export type FeedFiles = Readonly<Record<string, string>>

export function googleSample(): FeedFiles {
  const sample = new URL('google-sample/', folder)
  return Object.fromEntries(
    readdirSync(sample).map((file) => [file, readFileSync(new URL(file, sample), 'utf8')]),
  )
}

export function caltrain(): Uint8Array {
  return readFileSync(new URL('caltrain-2016.zip', folder))
}

export function packed(files: FeedFiles): Uint8Array[] {
  return [
    zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))),
  ]
}

/**
 * A line of four stops and a train a day each way, from `firstDay` to `lastDay` (`20261101`); files and single cells are
 * replaced by the caller.
 */
export function smallFeed({
  routeType = 2,
  timeZone = 'Europe/Berlin',
  firstDay = '20261101',
  lastDay = '20270630',
}: {
  readonly routeType?: number
  readonly timeZone?: string
  readonly firstDay?: string
  readonly lastDay?: string
} = {}): FeedFiles {
  const names = ['Astadt', 'Adorf', 'Aberg', 'Ahafen']
  const times = (trip: string, hours: readonly number[], stops: readonly number[]) =>
    stops.map((stop, index) => {
      const time = `${hours[index]}:00:00`
      return `${trip},${time},${time},S${stop},${index + 1}`
    })
  return {
    'agency.txt': `agency_id,agency_name,agency_url,agency_timezone\nA,Bahn,https://bahn.example,${timeZone}\n`,
    'stops.txt': `stop_id,stop_name,stop_lat,stop_lon\n${names
      .map((name, index) => `S${index + 1},${name},50.${index * 3}000,10.0000`)
      .join('\n')}\n`,
    'routes.txt': `route_id,agency_id,route_short_name,route_long_name,route_type\nL,A,7,Astadt - Ahafen,${routeType}\n`,
    'calendar.txt': `service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\nD,1,1,1,1,1,1,1,${firstDay},${lastDay}\n`,
    'trips.txt': 'route_id,service_id,trip_id,trip_headsign\nL,D,T1,Ahafen\nL,D,T2,Astadt\n',
    'stop_times.txt': `trip_id,arrival_time,departure_time,stop_id,stop_sequence\n${[
      ...times('T1', [10, 11, 12, 13], [1, 2, 3, 4]),
      ...times('T2', [14, 15, 16, 17], [4, 3, 2, 1]),
    ].join('\n')}\n`,
    'fare_attributes.txt': 'fare_id,price,currency_type,payment_method,transfers\nF,10.00,GEL,0,\n',
  }
}
