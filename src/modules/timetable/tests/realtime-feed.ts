/** A small feed whose trips are named in each way that GTFS-Realtime allows, and what a message makes of its runs. */
import { sql } from 'kysely'
import type { TestContext } from '../../../../tests/support/context.ts'
import { realtimeMessage, type MessageFields } from '../../../../tests/support/realtime-messages.ts'
import { applyRealtime, type AppliedMessage } from '../server/commands/apply-realtime.ts'
import { importFeed, makeRuns, readRuns } from '../server/public-api.ts'
import { readRealtime } from '../server/realtime/read-message.ts'
import { packed, type FeedFiles } from './feeds.ts'

/** Tuesday, 7 o'clock at the carrier, whose zone is not that of the shop. */
export const now = new Date('2026-12-01T06:00:00Z')
export const today = '20261201'
const midnight = Date.parse('2026-11-30T23:00:00Z') / 1000

/** Unix time of today at the carrier. */
export function at(hour: number, minute = 0): number {
  return midnight + hour * 3_600 + minute * 60
}

/**
 * `Tens` and `Zero` call at S1 to S4 (9:00, 9:30–9:40, 10:00–10:05, 11:00, and an hour later), numbered in steps of ten and
 * from 0; `Loop` calls at S2 twice; `Night` leaves at 23:30 and arrives after midnight; `Often` and `Free` run every hour,
 * at exact times or not; `Back` is the other direction; `Platform` begins at a platform of a station.
 */
export const feedFiles: FeedFiles = {
  'agency.txt':
    'agency_id,agency_name,agency_url,agency_timezone\nA,Real Rail,https://example.org,Europe/Berlin\n',
  'stops.txt': `stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station,platform_code
S1,First,50.0,10,0,,
S2,Second,50.3,10,0,,
S3,Third,50.6,10,0,,
S4,Fourth,50.9,10,0,,
ST,Station,51.2,10,1,,
P1,Station,51.2,10,0,ST,1
P2,Station,51.2,10,0,ST,2
`,
  'routes.txt':
    'route_id,agency_id,route_short_name,route_long_name,route_type\nL,A,L1,Line,2\nM,A,M1,Other,2\n',
  'calendar.txt':
    'service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\nD,1,1,1,1,1,1,1,20261101,20270630\n',
  'trips.txt': `route_id,service_id,trip_id,direction_id
L,D,Tens,0
L,D,Zero,0
L,D,Loop,0
L,D,Night,0
M,D,Often,0
M,D,Free,0
L,D,Back,1
L,D,Platform,1
`,
  'stop_times.txt': `trip_id,arrival_time,departure_time,stop_id,stop_sequence
Tens,9:00:00,9:00:00,S1,10
Tens,9:30:00,9:40:00,S2,20
Tens,10:00:00,10:05:00,S3,30
Tens,11:00:00,11:00:00,S4,40
Zero,10:00:00,10:00:00,S1,0
Zero,10:30:00,10:40:00,S2,1
Zero,11:00:00,11:05:00,S3,2
Zero,12:00:00,12:00:00,S4,3
Loop,12:00:00,12:00:00,S1,5
Loop,12:10:00,12:10:00,S2,6
Loop,12:20:00,12:20:00,S3,7
Loop,12:30:00,12:30:00,S2,8
Loop,12:40:00,12:40:00,S4,9
Night,23:30:00,23:30:00,S1,1
Night,24:30:00,24:40:00,S2,2
Night,25:30:00,25:30:00,S3,3
Often,6:00:00,6:00:00,S1,1
Often,6:30:00,6:30:00,S2,2
Free,6:00:00,6:00:00,S1,1
Free,6:30:00,6:30:00,S3,2
Back,15:00:00,15:00:00,S4,1
Back,17:00:00,17:00:00,S1,2
Platform,13:00:00,13:00:00,P1,1
Platform,14:00:00,14:00:00,S4,2
`,
  'frequencies.txt': `trip_id,start_time,end_time,headway_secs,exact_times
Often,6:00:00,10:00:00,3600,1
Free,6:00:00,10:00:00,3600,0
`,
  'feed_info.txt':
    'feed_publisher_name,feed_publisher_url,feed_lang,feed_version\nReal Rail,https://example.org,en,v1\n',
}

export async function bringFeed(context: TestContext): Promise<void> {
  context.clock.set(now)
  await context.db
    .insertInto('merchant')
    .values({ id: 1, slug: 'omnibus', name: JSON.stringify({ ka: 'რკინიგზა', en: 'Rail' }) })
    .execute()
  const report = await importFeed(context, {
    name: 'real',
    packed: packed(feedFiles),
    brand: 'omnibus',
    organiser: 'omnibus',
  })
  if (!report.isApplied) throw new Error(JSON.stringify(report.notices))
  await makeRuns(context, { days: 10 })
}

/** Applies a message of the feed, stamped now. */
export function say(
  context: TestContext,
  message: MessageFields,
  url = 'http://feed/',
): Promise<AppliedMessage> {
  const madeAt = Math.floor(context.clock.now().getTime() / 1000)
  const bytes = realtimeMessage({ madeAt, ...message })
  return applyRealtime(context, { feed: 'real', url }, readRealtime(bytes))
}

/** Every run as the timetable has it, as if no message had come yet. */
export async function forget(context: TestContext): Promise<void> {
  await sql`delete from run_realtime`.execute(context.db)
  await sql`
    update run set status = 0, delays = null, arrival_delays = null, call_changes = null, is_hidden = false,
      platforms = null, feed_platforms = null`.execute(context.db)
}

export interface RunName {
  readonly trip: string
  /** ISO date; today by default. */
  readonly date?: string
  /** Seconds after the first run of the day. */
  readonly offset?: number
}

export async function runIdOf(context: TestContext, run: RunName): Promise<number> {
  const { trip, date = '2026-12-01', offset = 0 } = run
  const { rows } = await sql<{ id: number }>`
    select run.id from run join trip on trip.id = run.trip_id
    where trip.gtfs_id = ${trip} and run.service_date = ${date} and run.start_offset = ${offset}`.execute(
    context.db,
  )
  const [row] = rows
  if (!row) throw new Error(`There is no run of ${trip} on ${date}`)
  return row.id
}

/**
 * The delay in seconds at each stop, as `arrival:departure` where they differ; `-` is a stop that is left out, `no-pickup`
 * and `no-drop-off` one where nobody boards or alights. A run that does not take place is `cancelled` or `deleted`.
 */
export async function stateOf(context: TestContext, name: RunName): Promise<string> {
  const [run] = await readRuns(context, [await runIdOf(context, name)])
  if (!run) throw new Error('There is no run')
  if (run.status === 'cancelled') return run.isHidden ? 'deleted' : 'cancelled'
  return run.stops
    .map((stop) => {
      if (stop.isSkipped) return '-'
      const { arrivalDelaySeconds: arrival, delaySeconds: departure } = stop
      const times = arrival === departure ? `${arrival}` : `${arrival}:${departure}`
      const closed = `${stop.isBoardingClosed ? ' no-pickup' : ''}${stop.isAlightingClosed ? ' no-drop-off' : ''}`
      return times + closed
    })
    .join(', ')
}
