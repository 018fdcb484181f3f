/** Writes GTFS-Realtime messages byte by byte, without the code that reads them. */

/** A Protocol Buffers field: a number, or the bytes of a string or message. */
export type Field = readonly [number, number | string | readonly Field[]]

export function encoded(fields: readonly Field[]): Uint8Array {
  const bytes: number[] = []
  const varint = (value: bigint): void => {
    let rest = BigInt.asUintN(64, value)
    while (rest >= 0x80n) {
      bytes.push(Number(rest & 0x7fn) | 0x80)
      rest >>= 7n
    }
    bytes.push(Number(rest))
  }
  for (const [number, value] of fields) {
    if (typeof value === 'number') {
      varint(BigInt(number << 3))
      varint(BigInt(value))
      continue
    }
    const content = typeof value === 'string' ? new TextEncoder().encode(value) : encoded(value)
    varint(BigInt((number << 3) | 2))
    varint(BigInt(content.length))
    bytes.push(...content)
  }
  return Uint8Array.from(bytes)
}

const tripRelationships = {
  SCHEDULED: 0,
  ADDED: 1,
  UNSCHEDULED: 2,
  CANCELED: 3,
  REPLACEMENT: 5,
  DUPLICATED: 6,
  DELETED: 7,
  NEW: 8,
} as const
const stopRelationships = { SCHEDULED: 0, SKIPPED: 1, NO_DATA: 2, UNSCHEDULED: 3 } as const

/** A delay in seconds, or the fields of a `StopTimeEvent`. */
export type Event =
  | number
  | {
      readonly delay?: number
      readonly time?: number
      readonly uncertainty?: number
      readonly scheduledTime?: number
    }

export interface StopFields {
  readonly sequence?: number
  readonly stopId?: string
  readonly arrival?: Event
  readonly departure?: Event
  readonly is?: keyof typeof stopRelationships
  readonly assignedStopId?: string
  /** `DropOffPickupType`. */
  readonly pickup?: number
  readonly dropOff?: number
  readonly occupancy?: number
}

export interface TripFields {
  readonly tripId?: string
  readonly routeId?: string
  readonly direction?: number
  /** YYYYMMDD. */
  readonly startDate?: string
  /** HH:MM:SS. */
  readonly startTime?: string
  readonly is?: keyof typeof tripRelationships
}

export interface TripUpdateFields extends TripFields {
  readonly entityId?: string
  readonly stops?: readonly StopFields[]
  readonly delay?: number
  readonly measuredAt?: number
  readonly properties?: {
    readonly tripId?: string
    readonly startDate?: string
    readonly startTime?: string
  }
}

export interface VehicleFields {
  readonly trip: TripFields
  readonly sequence?: number
  readonly stopId?: string
  readonly status?: number
  readonly measuredAt?: number
  readonly occupancy?: number
  readonly occupancyPercentage?: number
  readonly label?: string
}

export interface MessageFields {
  /** Unix time in seconds. */
  readonly madeAt?: number
  readonly isIncremental?: boolean
  readonly feedVersion?: string
  readonly trips?: readonly TripUpdateFields[]
  readonly vehicles?: readonly VehicleFields[]
  readonly deletedIds?: readonly string[]
  /** Further entities. */
  readonly entities?: readonly (readonly Field[])[]
}

export function realtimeMessage(message: MessageFields): Uint8Array {
  const { trips = [], vehicles = [], deletedIds = [], entities = [] } = message
  const header: Field[] = [
    [1, '2.0'],
    ...given(2, message.isIncremental === undefined ? undefined : Number(message.isIncremental)),
    ...given(3, message.madeAt),
    ...given(4, message.feedVersion),
  ]
  const all: Field[][] = [
    ...trips.map((trip, index): Field[] => [
      [1, trip.entityId ?? `trip ${index}`],
      [3, tripUpdate(trip)],
    ]),
    ...vehicles.map((vehicle, index): Field[] => [
      [1, `vehicle ${index}`],
      [4, vehiclePosition(vehicle)],
    ]),
    ...deletedIds.map((id): Field[] => [
      [1, id],
      [2, 1],
    ]),
    ...entities.map((entity, index): Field[] => [[1, `e${index}`], ...entity]),
  ]
  return encoded([[1, header], ...all.map((entity): Field => [2, entity])])
}

function given(number: number, value: number | string | readonly Field[] | undefined): Field[] {
  return value === undefined ? [] : [[number, value]]
}

function descriptor(trip: TripFields): Field[] {
  return [
    ...given(1, trip.tripId),
    ...given(2, trip.startTime),
    ...given(3, trip.startDate),
    ...given(4, trip.is && tripRelationships[trip.is]),
    ...given(5, trip.routeId),
    ...given(6, trip.direction),
  ]
}

function tripUpdate(update: TripUpdateFields): Field[] {
  const { properties } = update
  return [
    [1, descriptor(update)],
    ...(update.stops ?? []).map((stop): Field => [2, stopTimeUpdate(stop)]),
    ...given(4, update.measuredAt),
    ...given(5, update.delay),
    ...given(
      6,
      properties && [
        ...given(1, properties.tripId),
        ...given(2, properties.startDate),
        ...given(3, properties.startTime),
      ],
    ),
  ]
}

function stopTimeUpdate(stop: StopFields): Field[] {
  const properties = [
    ...given(1, stop.assignedStopId),
    ...given(3, stop.pickup),
    ...given(4, stop.dropOff),
  ]
  return [
    ...given(1, stop.sequence),
    ...given(2, eventFields(stop.arrival)),
    ...given(3, eventFields(stop.departure)),
    ...given(4, stop.stopId),
    ...given(5, stop.is && stopRelationships[stop.is]),
    ...given(6, properties.length > 0 ? properties : undefined),
    ...given(7, stop.occupancy),
  ]
}

function eventFields(event: Event | undefined): Field[] | undefined {
  if (event === undefined) return undefined
  if (typeof event === 'number') return [[1, event]]
  return [
    ...given(1, event.delay),
    ...given(2, event.time),
    ...given(3, event.uncertainty),
    ...given(4, event.scheduledTime),
  ]
}

function vehiclePosition(vehicle: VehicleFields): Field[] {
  return [
    [1, descriptor(vehicle.trip)],
    ...given(3, vehicle.sequence),
    ...given(4, vehicle.status),
    ...given(5, vehicle.measuredAt),
    ...given(7, vehicle.stopId),
    ...given(8, vehicle.label === undefined ? undefined : [[2, vehicle.label]]),
    ...given(9, vehicle.occupancy),
    ...given(10, vehicle.occupancyPercentage),
  ]
}
