/** Ages of kinds of passengers, on the local day of the last flight's departure. */
import { birthSpanOf, type AgeSpan, type BirthSpan } from '#kernel/age.ts'
import type { FlightOffer, TravellerKind } from '../itinerary.ts'

/** An infant is under 2, a child under 12. */
export const agesOf: Readonly<Record<TravellerKind, AgeSpan>> = {
  adult: { ageMin: 12, ageMax: null },
  child: { ageMin: 2, ageMax: 11 },
  infant: { ageMin: 0, ageMax: 1 },
}

export function lastFlightDay({ slices }: Pick<FlightOffer, 'slices'>): string {
  return slices.at(-1)?.legs.at(-1)?.departsLocal.slice(0, 10) ?? ''
}

export function birthSpan(kind: TravellerKind, lastDay: string, today: string): BirthSpan {
  return birthSpanOf(agesOf[kind], lastDay, today)
}
