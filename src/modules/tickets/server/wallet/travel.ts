import type { JourneyStop, TravelMode } from '#modules/orders/server/public-api.ts'
import { flightParts } from '../flight-parts.ts'
import type { TicketSubject } from '../ticket-source.ts'

/** Origin, destination and vehicle of a ticket. */
export interface Travel {
  readonly from: JourneyStop
  readonly to: JourneyStop
  readonly mode: TravelMode | 'air' | null
}

/** Null for items without a journey: an event, a screening, a pass. Of flights there and back the first part. */
export function travelOf(subject: TicketSubject): Travel | null {
  if (subject.kind === 'journey') {
    const { from, to, mode = null } = subject
    return { from, to, mode }
  }
  if (subject.kind !== 'flight') return null
  const [there] = flightParts(subject.segments)
  const [from, to] = [there?.[0]?.from, there?.at(-1)?.to]
  return from && to ? { from, to, mode: 'air' } : null
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
