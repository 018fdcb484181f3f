import type { MessageLevel } from '#contract/enumerations.ts'
import type { Locale } from '#kernel/locale.ts'
import type { Run, ServiceAlert } from '#modules/timetable/server/public-api.ts'
import type { AlertView } from '../shapes.ts'

interface Legs {
  readonly legFrom: number
  readonly legTo: number
}

/** Alerts of a run that concern the given legs. */
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

/** Alerts as shown by calls; of the whole run unless legs are given. */
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

/** Severity of GTFS-Realtime effects for passengers. */
const levels: Readonly<Record<string, MessageLevel>> = {
  NO_SERVICE: 'Error',
  REDUCED_SERVICE: 'Warning',
  SIGNIFICANT_DELAYS: 'Warning',
  DETOUR: 'Warning',
  MODIFIED_SERVICE: 'Warning',
  STOP_MOVED: 'Warning',
  ACCESSIBILITY_ISSUE: 'Warning',
}

/** Unlisted effects are informational. */
export function levelOf(effect: string): MessageLevel {
  return levels[effect] ?? 'Info'
}
