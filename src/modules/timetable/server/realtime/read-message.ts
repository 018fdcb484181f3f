/** Decodes a GTFS-Realtime feed message. */
import { integerOf, messageOf, messagesOf, readFields, textOf, type Fields } from './protobuf.ts'
import { alertOf, type Alert } from './read-alert.ts'
import { tripRefOf, type TripRef } from './trip-ref.ts'

const tripRelationships = {
  0: 'scheduled',
  1: 'added',
  2: 'unscheduled',
  3: 'cancelled',
  5: 'replacement',
  6: 'duplicated',
  7: 'deleted',
  8: 'new',
} as const
export type TripRelationship = (typeof tripRelationships)[keyof typeof tripRelationships]

const stopRelationships = { 0: 'scheduled', 1: 'skipped', 2: 'no-data', 3: 'unscheduled' } as const
export type StopRelationship = (typeof stopRelationships)[keyof typeof stopRelationships]

/** `StopTimeEvent`: an arrival or a departure. Its uncertainty changes nothing that is shown. */
export interface StopEvent {
  readonly delaySeconds: number | null
  /** Unix time in seconds; takes precedence over the delay. */
  readonly time: number | null
  /** Unix time in seconds, of trips that do not follow the timetable. */
  readonly scheduledTime: number | null
}

export interface StopUpdate {
  /** As the feed numbers the stops of the trip. */
  readonly stopSequence: number | null
  readonly stopId: string | null
  readonly arrival: StopEvent | null
  readonly departure: StopEvent | null
  readonly relationship: StopRelationship
  /** Id of the stop where it calls instead: another platform of the station. */
  readonly assignedStopId: string | null
  /** Whether nobody boards or alights, although the vehicle stops. */
  readonly isWithoutPickup: boolean
  readonly isWithoutDropOff: boolean
}

export interface TripUpdate {
  /** Id of the entity in the feed, which an incremental message may withdraw. */
  readonly entityId: string
  readonly trip: TripRef
  readonly relationship: TripRelationship
  readonly delaySeconds: number | null
  /** Unix time in seconds of the measurement. */
  readonly measuredAt: number | null
  readonly stops: readonly StopUpdate[]
}

const stopStatuses = ['incoming', 'stopped', 'in-transit'] as const
const occupancies = [
  'empty',
  'many-seats',
  'few-seats',
  'standing-only',
  'crushed-standing',
  'full',
  'not-accepting',
  null,
  null,
] as const

/** Where a vehicle is on its run. */
export interface VehiclePosition {
  readonly trip: TripRef
  readonly relationship: TripRelationship
  readonly label: string | null
  readonly stopSequence: number | null
  readonly stopId: string | null
  readonly status: (typeof stopStatuses)[number]
  readonly measuredAt: number | null
  readonly occupancy: (typeof occupancies)[number]
  readonly occupancyPercentage: number | null
}

export interface RealtimeMessage {
  /** Whether what the message does not contain stays as it was. */
  readonly isIncremental: boolean
  /** Unix time in seconds; null if the feed does not contain it. */
  readonly madeAt: number | null
  /** `feed_version` of the timetable on which it is based. */
  readonly feedVersion: string | null
  readonly tripUpdates: readonly TripUpdate[]
  readonly vehicles: readonly VehiclePosition[]
  readonly alerts: readonly Alert[]
  /** Ids of entities that an incremental message withdraws. */
  readonly deletedIds: readonly string[]
}

/** Throws `UnreadableMessage` if the bytes are not a feed message. */
export function readRealtime(bytes: Uint8Array): RealtimeMessage {
  const message = readFields(bytes)
  const header = messageOf(message, 1)
  const all = messagesOf(message, 2)
  const isDeleted = (entity: Fields): boolean => integerOf(entity, 2) === 1
  const entities = all.filter((entity) => !isDeleted(entity))
  const idOf = (entity: Fields): string => textOf(entity, 1) ?? ''
  return {
    isIncremental: header !== null && integerOf(header, 2) === 1,
    madeAt: header && integerOf(header, 3),
    feedVersion: header && textOf(header, 4),
    tripUpdates: entities.flatMap((entity) =>
      messagesOf(entity, 3).flatMap((update) => tripUpdateOf(idOf(entity), update)),
    ),
    vehicles: entities.flatMap((entity) => messagesOf(entity, 4).flatMap(vehicleOf)),
    alerts: entities.flatMap((entity) =>
      messagesOf(entity, 5).map((alert) => alertOf(idOf(entity), alert)),
    ),
    deletedIds: all.filter(isDeleted).map(idOf),
  }
}

function tripUpdateOf(entityId: string, update: Fields): TripUpdate[] {
  const trip = messageOf(update, 1)
  if (!trip) return []
  return [
    {
      entityId,
      trip: tripRefOf(trip),
      relationship: relationshipOf(trip),
      delaySeconds: integerOf(update, 5),
      measuredAt: integerOf(update, 4),
      stops: messagesOf(update, 2).map(stopUpdateOf),
    },
  ]
}

/** A value that a later version of the reference adds is unknown, so it must not be applied to the planned trip. */
function relationshipOf(trip: Fields): TripRelationship {
  const value = integerOf(trip, 4) ?? 0
  return tripRelationships[value as keyof typeof tripRelationships] ?? 'new'
}

const none = 1

function stopUpdateOf(update: Fields): StopUpdate {
  const properties = messageOf(update, 6)
  const relationship = integerOf(update, 5) ?? 0
  return {
    stopSequence: integerOf(update, 1),
    stopId: textOf(update, 4) || null,
    arrival: eventOf(messageOf(update, 2)),
    departure: eventOf(messageOf(update, 3)),
    relationship: stopRelationships[relationship as keyof typeof stopRelationships] ?? 'no-data',
    assignedStopId: properties && textOf(properties, 1),
    isWithoutPickup: properties !== null && integerOf(properties, 3) === none,
    isWithoutDropOff: properties !== null && integerOf(properties, 4) === none,
  }
}

function eventOf(event: Fields | null): StopEvent | null {
  if (!event) return null
  return {
    delaySeconds: integerOf(event, 1),
    time: posixTime(integerOf(event, 2)),
    scheduledTime: posixTime(integerOf(event, 4)),
  }
}

/** Larger values are milliseconds, a frequent error of feeds. */
const posixSecondsMax = 100_000_000_000

function posixTime(seconds: number | null): number | null {
  return seconds !== null && seconds > 0 && seconds < posixSecondsMax ? seconds : null
}

function vehicleOf(position: Fields): VehiclePosition[] {
  const trip = messageOf(position, 1)
  if (!trip) return []
  const vehicle = messageOf(position, 8)
  const percentage = integerOf(position, 10)
  return [
    {
      trip: tripRefOf(trip),
      relationship: relationshipOf(trip),
      label: (vehicle && (textOf(vehicle, 2) || textOf(vehicle, 1)))?.slice(0, 40) || null,
      stopSequence: integerOf(position, 3),
      stopId: textOf(position, 7) || null,
      status: stopStatuses[integerOf(position, 4) ?? 2] ?? 'in-transit',
      measuredAt: posixTime(integerOf(position, 5)),
      occupancy: occupancies[integerOf(position, 9) ?? 7] ?? null,
      occupancyPercentage:
        percentage !== null && percentage >= 0 && percentage <= 1_000 ? percentage : null,
    },
  ]
}
