import type { MessageLevel } from '#contract/enumerations.ts'
import type { Locale } from '#kernel/locale.ts'
import type { Run, ServiceAlert } from '#modules/timetable/server/public-api.ts'
import type { AlertView } from '../shapes.ts'

interface Legs {
  readonly legFrom: number
  readonly legTo: number
}

/** What a carrier says of a run that matters between two of its stops. */
export function alertsOn(
  { alerts, runId, route, stops }: Run,
  { legFrom, legTo }: Legs,
): ServiceAlert[] {
  const passed = stops.slice(legFrom, legTo + 1).map(({ stop }) => stop.stopId)
  return alerts.filter(
    ({ runIds, routeIds, stopIds }) =>
      runIds.includes(runId) ||
      routeIds.includes(route.routeId) ||
      stopIds.some((stopId) => passed.includes(stopId)),
  )
}

/** The same as calls show it, of the whole run unless legs are named. */
export function presentAlerts(run: Run, locale: Locale, legs?: Legs): AlertView[] {
  const whole = { legFrom: 0, legTo: run.stops.length - 1 }
  return alertsOn(run, legs ?? whole).map((alert) => presentAlert(alert, locale))
}

function presentAlert(alert: ServiceAlert, locale: Locale): AlertView {
  const { alertId, effect, header, description, url, startsAt, endsAt } = alert
  return {
    alertId,
    effect,
    level: levelOf(effect),
    header: header[locale],
    description: description[locale],
    url,
    startsAt: startsAt?.toISOString() ?? null,
    endsAt: endsAt?.toISOString() ?? null,
    texts: { header, description },
  }
}

/** What each effect of GTFS-Realtime means for a passenger. */
const levels: Readonly<Record<string, MessageLevel>> = {
  NO_SERVICE: 'Error',
  REDUCED_SERVICE: 'Warning',
  SIGNIFICANT_DELAYS: 'Warning',
  DETOUR: 'Warning',
  MODIFIED_SERVICE: 'Warning',
  STOP_MOVED: 'Warning',
  ACCESSIBILITY_ISSUE: 'Warning',
}

/** What is not known to get in somebody’s way is said without alarm. */
export function levelOf(effect: string): MessageLevel {
  return levels[effect] ?? 'Info'
}
