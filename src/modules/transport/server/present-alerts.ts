import type { Locale } from '#kernel/locale.ts'
import type { Run, ServiceAlert } from '#modules/timetable/server/public-api.ts'
import type { AlertView } from '../shapes.ts'

/** What a carrier says of a run that matters between two of its stops. */
export function presentAlerts(
  { alerts, runId, route, stops }: Run,
  locale: Locale,
  legs: { readonly legFrom: number; readonly legTo: number } = {
    legFrom: 0,
    legTo: stops.length - 1,
  },
): AlertView[] {
  const passed = stops.slice(legs.legFrom, legs.legTo + 1).map(({ stop }) => stop.stopId)
  return alerts
    .filter(
      ({ runIds, routeIds, stopIds }) =>
        runIds.includes(runId) ||
        routeIds.includes(route.routeId) ||
        stopIds.some((stopId) => passed.includes(stopId)),
    )
    .map((alert) => presentAlert(alert, locale))
}

function presentAlert(alert: ServiceAlert, locale: Locale): AlertView {
  const { alertId, effect, header, description, url, startsAt, endsAt } = alert
  return {
    alertId,
    effect,
    header: header[locale],
    description: description[locale],
    url,
    startsAt: startsAt?.toISOString() ?? null,
    endsAt: endsAt?.toISOString() ?? null,
    texts: { header, description },
  }
}
