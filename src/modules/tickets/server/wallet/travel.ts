import type { TravelMode } from '#contract/travel-modes.ts'
import type { FlightSegment, JourneyStop } from '#modules/orders/server/public-api.ts'
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
  readonly mode: TravelMode | null
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
export const appleTransitTypes: Readonly<Record<TravelMode, string>> = {
  bus: 'PKTransitTypeBus',
  train: 'PKTransitTypeTrain',
  coach: 'PKTransitTypeBus',
  ferry: 'PKTransitTypeBoat',
  tram: 'PKTransitTypeTrain',
  metro: 'PKTransitTypeTrain',
  monorail: 'PKTransitTypeTrain',
  trolleybus: 'PKTransitTypeBus',
  'cable-car': 'PKTransitTypeGeneric',
  funicular: 'PKTransitTypeTrain',
  air: 'PKTransitTypeAir',
  taxi: 'PKTransitTypeGeneric',
  other: 'PKTransitTypeGeneric',
}

/** The same for Google's. */
export const googleTransitTypes: Readonly<Record<TravelMode, string>> = {
  bus: 'BUS',
  train: 'RAIL',
  coach: 'BUS',
  ferry: 'FERRY',
  tram: 'TRAM',
  metro: 'RAIL',
  monorail: 'RAIL',
  trolleybus: 'BUS',
  'cable-car': 'OTHER',
  funicular: 'RAIL',
  air: 'OTHER',
  taxi: 'OTHER',
  other: 'OTHER',
}
