/** Decodes an alert of a GTFS-Realtime message. */
import { integerOf, messageOf, messagesOf, textOf, type Fields } from './protobuf.ts'
import { tripRefOf, type TripRef } from './trip-ref.ts'

export interface Alert {
  readonly id: string
  readonly header: Readonly<Record<string, string>>
  readonly description: Readonly<Record<string, string>>
  readonly url: string | null
  readonly effect: string
  readonly startsAt: Date | null
  readonly endsAt: Date | null
  readonly agencyIds: readonly string[]
  readonly routeIds: readonly string[]
  readonly stopIds: readonly string[]
  readonly trips: readonly TripRef[]
}

/** Feeds write such values for no end. */
const endlessSeconds = 100_000_000_000

const effects = [
  '',
  'NO_SERVICE',
  'REDUCED_SERVICE',
  'SIGNIFICANT_DELAYS',
  'DETOUR',
  'ADDITIONAL_SERVICE',
  'MODIFIED_SERVICE',
  'OTHER_EFFECT',
  'UNKNOWN_EFFECT',
  'STOP_MOVED',
  'NO_EFFECT',
  'ACCESSIBILITY_ISSUE',
]

export function alertOf(id: string, alert: Fields): Alert {
  const period = messageOf(alert, 1)
  const informed = messagesOf(alert, 5)
  return {
    id,
    header: translationsOf(messageOf(alert, 10)),
    description: translationsOf(messageOf(alert, 11)),
    url: Object.values(translationsOf(messageOf(alert, 8)))[0] ?? null,
    effect: effects[integerOf(alert, 7) ?? 8] ?? 'UNKNOWN_EFFECT',
    startsAt: instantOf(period && integerOf(period, 1)),
    endsAt: instantOf(period && integerOf(period, 2)),
    // A carrier named together with a line or stop only qualifies it; the alert does not concern the whole
    // carrier.
    agencyIds: informed.flatMap((one) => (isWhole(one) ? (textOf(one, 1) ?? []) : [])),
    routeIds: informed.flatMap((one) => textOf(one, 2) ?? []),
    stopIds: informed.flatMap((one) => textOf(one, 5) ?? []),
    trips: informed.flatMap((one) => messagesOf(one, 4).map(tripRefOf)),
  }
}

/** Whether an entity selects the whole carrier: it names no line, trip or stop. */
function isWhole(informed: Fields): boolean {
  return textOf(informed, 2) === null && textOf(informed, 5) === null && !messageOf(informed, 4)
}

/** Null for zero, and for a value that stands for no end. */
function instantOf(seconds: number | null): Date | null {
  return seconds !== null && seconds > 0 && seconds < endlessSeconds
    ? new Date(seconds * 1000)
    : null
}

/** Texts by language; a text without a language is used for ours. */
function translationsOf(text: Fields | null): Record<string, string> {
  if (!text) return {}
  return Object.fromEntries(
    messagesOf(text, 1).map((one) => [
      (textOf(one, 2) ?? 'en').toLowerCase().split('-')[0] ?? 'en',
      (textOf(one, 1) ?? '').slice(0, 2_000),
    ]),
  )
}
