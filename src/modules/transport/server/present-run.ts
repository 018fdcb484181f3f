/** A run with all its stops. */
import type { ReplyOf } from '#contract/call.ts'
import type { Locale } from '#kernel/locale.ts'
import type { Network, Run, RunPosition } from '#modules/timetable/server/public-api.ts'
import type { readRun } from '../contract.ts'
import { vehicleText } from './describe.ts'
import { placeCodeOf } from './places.ts'
import { presentAlerts } from './present-alerts.ts'

export function presentRun(
  network: Network,
  run: Run,
  position: RunPosition | null,
  locale: Locale,
): ReplyOf<typeof readRun> {
  const last = run.stops.length - 1
  return {
    runId: run.runId,
    brand: run.agency.brand,
    carrier: run.agency.name[locale],
    vehicle: vehicleText(run)[locale],
    headsign: run.headsign[locale],
    isCancelled: run.status === 'cancelled',
    alerts: presentAlerts(run, locale),
    position: position && { ...position, measuredAt: position.measuredAt.toISOString() },
    stops: run.stops.map(
      (
        {
          stop,
          timeZone,
          platform,
          arrivesAt,
          departsAt,
          delaySeconds,
          arrivalDelaySeconds,
          isSkipped,
        },
        index,
      ) => ({
        stopId: stop.stopId,
        name: stop.name[locale],
        names: stop.name,
        placeCode: placeCodeOf(network, stop),
        timeZone,
        platform,
        arrivesAt: index === 0 ? null : arrivesAt.toISOString(),
        departsAt: index === last ? null : departsAt.toISOString(),
        delaySeconds,
        arrivalDelaySeconds,
        isSkipped,
      }),
    ),
  }
}
