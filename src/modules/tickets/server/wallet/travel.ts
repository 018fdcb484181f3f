import type { FlightSegment, JourneyStop, TravelMode } from '#modules/orders/server/public-api.ts'
import { flightParts } from '../flight-parts.ts'
import type { TicketSubject } from '../ticket-source.ts'

/** Where a passenger gets on and off. */
export interface TravelPart {
  readonly from: JourneyStop
  readonly to: JourneyStop
}

/** Origin, destination and vehicle of a ticket. */
export interface Travel extends TravelPart {
  /** Only of a flight there and back. */
  readonly back?: TravelPart | undefined
  readonly mode: TravelMode | 'air' | null
}

/** Null for items without a journey: an event, a screening, a pass. Of flights there and back the first part. */
export function travelOf(subject: TicketSubject): Travel | null {
  if (subject.kind === 'journey') {
    const { from, to, mode = null } = subject
    return { from, to, mode }
  }
  if (subject.kind !== 'flight') return null
  const [there, back] = flightParts(subject.segments).flatMap(partOf)
  return there ? { ...there, back, mode: 'air' } : null
}

/** From the first to the last of flights that follow each other. */
function partOf(flights: readonly FlightSegment[]): TravelPart[] {
  const [from, to] = [flights[0]?.from, flights.at(-1)?.to]
  return from && to ? [{ from, to }] : []
}

/** How Apple's wallet draws a boarding pass. */
export const appleTransitTypes = {
  train: 'PKTransitTypeTrain',
  bus: 'PKTransitTypeBus',
  boat: 'PKTransitTypeBoat',
  air: 'PKTransitTypeAir',
  other: 'PKTransitTypeGeneric',
} as const

/** The same for Google's. */
export const googleTransitTypes = {
  train: 'RAIL',
  bus: 'BUS',
  boat: 'FERRY',
  air: 'OTHER',
  other: 'OTHER',
} as const
