/** Decodes a GTFS-Realtime feed message. */
import { integerOf, messageOf, messagesOf, readFields, textOf, type Fields } from './protobuf.ts'

export interface TripRef {
  readonly tripId: string | null
  /** ISO date of the service day. */
  readonly startDate: string | null
  /** Start time of a frequency-based run, in seconds of the service day. */
  readonly startSeconds: number | null
  readonly isCancelled: boolean
}

export interface StopUpdate {
  /** `stop_sequence`, numbered by the feed. */
  readonly stopId: string | null
  readonly stopSequence: number | null
  /** Seconds; null if only a time is given, or nothing. */
  readonly delaySeconds: number | null
  /** Unix time of the departure in seconds, or of the arrival if only that is known. */
  readonly time: number | null
  readonly isSkipped: boolean
  /** Id of the stop where it calls instead: another platform of the station. */
  readonly assignedStopId: string | null
}

export interface TripUpdate {
  readonly trip: TripRef
  readonly delaySeconds: number | null
  readonly stops: readonly StopUpdate[]
}

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

export interface RealtimeMessage {
  /** Unix time in seconds; null if the feed does not contain it. */
  readonly madeAt: number | null
  readonly tripUpdates: readonly TripUpdate[]
  readonly alerts: readonly Alert[]
}

const cancelled = new Set([3, 7])
const skipped = 1
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

/** Throws `UnreadableMessage` if the bytes are not a feed message. */
export function readRealtime(bytes: Uint8Array): RealtimeMessage {
  const message = readFields(bytes)
  const header = messageOf(message, 1)
  const entities = messagesOf(message, 2).filter((entity) => integerOf(entity, 2) !== 1)
  return {
    madeAt: header && integerOf(header, 3),
    tripUpdates: entities.flatMap((entity) => messagesOf(entity, 3).flatMap(tripUpdateOf)),
    alerts: entities.flatMap((entity) =>
      messagesOf(entity, 5).map((alert) => alertOf(textOf(entity, 1) ?? '', alert)),
    ),
  }
}

function tripUpdateOf(update: Fields): TripUpdate[] {
  const trip = messageOf(update, 1)
  if (!trip) return []
  return [
    {
      trip: tripRefOf(trip),
      delaySeconds: integerOf(update, 5),
      stops: messagesOf(update, 2).map(stopUpdateOf),
    },
  ]
}

function tripRefOf(trip: Fields): TripRef {
  const date = /^(\d{4})(\d\d)(\d\d)$/.exec(textOf(trip, 3) ?? '')
  const time = /^(\d{1,3}):([0-5]\d):([0-5]\d)$/.exec(textOf(trip, 2) ?? '')
  return {
    tripId: textOf(trip, 1),
    startDate: date ? `${date[1]}-${date[2]}-${date[3]}` : null,
    startSeconds: time ? Number(time[1]) * 3_600 + Number(time[2]) * 60 + Number(time[3]) : null,
    isCancelled: cancelled.has(integerOf(trip, 4) ?? 0),
  }
}

function stopUpdateOf(update: Fields): StopUpdate {
  const event = messageOf(update, 3) ?? messageOf(update, 2)
  const properties = messageOf(update, 6)
  return {
    stopSequence: integerOf(update, 1),
    stopId: textOf(update, 4),
    delaySeconds: event && integerOf(event, 1),
    time: event && integerOf(event, 2),
    isSkipped: integerOf(update, 5) === skipped,
    assignedStopId: properties && textOf(properties, 1),
  }
}

function alertOf(id: string, alert: Fields): Alert {
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

function instantOf(seconds: number | null): Date | null {
  return seconds === null ? null : new Date(seconds * 1000)
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
