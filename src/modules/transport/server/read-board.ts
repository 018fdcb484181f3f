/** Departures or arrivals at a place on a date. */
import {
  listRuns,
  localDate,
  readNetwork,
  type RunStop,
} from '#modules/timetable/server/public-api.ts'
import type { Brand } from '#modules/timetable/shapes.ts'
import type { ReplyOf } from '#contract/call.ts'
import type { Context } from '#platform/context.ts'
import type { stationBoard } from '../contract.ts'
import { vehicleText } from './describe.ts'
import { todayAt } from './find-journeys.ts'
import type { Place } from './places.ts'
import { presentAlerts } from './present-alerts.ts'
import { modeOf } from './stretch.ts'

type BoardView = ReplyOf<typeof stationBoard>

const dayMilliseconds = 86_400_000
/** Maximum number of runs read for one day of a board. */
const runsMax = 5_000

export async function readBoard(
  context: Context,
  place: Place,
  filters: {
    date?: string | undefined
    direction: 'departures' | 'arrivals'
    brand?: Brand | undefined
  },
): Promise<BoardView> {
  const { locale } = context
  const date = filters.date ?? (await todayAt(context, place))
  const network = await readNetwork(context)
  const stopIds = new Set(
    place.stopId === null ? network.stopsOfLocality.get(place.localityId) : [place.stopId],
  )
  const noon = Date.parse(`${date}T12:00:00Z`)
  const runs = await listRuns(context, {
    // Covers the date in every time zone, and runs that started the day before.
    departsUntil: new Date(noon + dayMilliseconds),
    arrivesAfter: new Date(noon - dayMilliseconds),
    most: runsMax,
  })
  const isLeaving = filters.direction === 'departures'
  const rows = runs.flatMap((run) => {
    if (run.isHidden || (filters.brand && run.agency.brand !== filters.brand)) return []
    return run.stops.flatMap((stop) => {
      if (!stopIds.has(stop.stop.stopId) || !(isLeaving ? stop.pickup : stop.dropOff)) return []
      const at = isLeaving ? stop.departsAt : stop.arrivesAt
      const delaySeconds = isLeaving ? stop.delaySeconds : stop.arrivalDelaySeconds
      const isClosed = isLeaving ? stop.isBoardingClosed : stop.isAlightingClosed
      if (localDate(at, stop.timeZone) !== date) return []
      return [
        {
          runId: run.runId,
          brand: run.agency.brand,
          carrier: run.agency.name[locale],
          mode: modeOf(run),
          vehicle: vehicleText(run)[locale],
          headsign: isLeaving ? run.headsign[locale] : originOf(run.stops)[locale],
          at: at.toISOString(),
          expectedAt: new Date(at.getTime() + delaySeconds * 1000).toISOString(),
          timeZone: stop.timeZone,
          platform: stop.platform,
          isCancelled: run.status === 'cancelled' || isClosed,
          alerts: presentAlerts(run, locale),
        },
      ]
    })
  })
  return {
    place: place.view,
    date,
    rows: rows.toSorted((one, other) => (one.at < other.at ? -1 : 1)),
  }
}

function originOf(stops: readonly RunStop[]) {
  return stops[0]?.locality ?? { ka: '', en: '' }
}
