/** Ids and names of sold journeys; they are stored in order lines and tickets, so they must not change. */
import type { AgencyTerms } from '#modules/timetable/shapes.ts'

export const transportName = 'transport'
/** The transport category of the specification. */
export const transportCategory = 2

const riderBits = 32
/** Lowest ticket type id of baggage. */
const baggageTypeBase = 1_000_000_000
const knownRiders = [
  'adult',
  'child',
  'student',
  'pensioner',
  'wheelchair',
  'companion',
  'infant',
] as const

interface RiderCode {
  readonly code: string
}

/**
 * Marks the further seats of a passenger who changes seats on the way; they have their own ticket types,
 * without a fee.
 */
const nextSeatBit = 16

/** Ticket type id of a rider category in a class. */
export function ticketTypeOf(
  classId: number,
  rider: string,
  riders: readonly RiderCode[],
  isNextSeat = false,
): number {
  const known = knownRiders.indexOf(rider as (typeof knownRiders)[number])
  const position = known >= 0 ? known : knownRiders.length + othersOf(riders).indexOf(rider)
  return classId * riderBits + position + (isNextSeat ? nextSeatBit : 0)
}

/**
 * Ticket types of a carrier's reduced fares that depend on age, where the carrier asks for no date of birth: its
 * conductors check the age.
 */
export function ageProvedTypesOf(
  classIds: readonly number[],
  { asksBirthDate, riders }: Pick<AgencyTerms, 'asksBirthDate' | 'riders'>,
): ReadonlySet<number> {
  if (asksBirthDate) return new Set()
  const reduced = riders.filter(
    ({ ageMin, ageMax, discountBasisPoints }) =>
      discountBasisPoints > 0 && (ageMin !== null || ageMax !== null),
  )
  return new Set(
    classIds.flatMap((classId) =>
      reduced.flatMap(({ code }) =>
        [false, true].map((isNextSeat) => ticketTypeOf(classId, code, riders, isNextSeat)),
      ),
    ),
  )
}

/** Class and rider category of a ticket type; null for baggage and unknown types. */
export function riderOfType(
  ticketTypeId: number,
  riders: readonly RiderCode[],
): { readonly classId: number; readonly rider: string } | null {
  if (ticketTypeId >= baggageTypeBase) return null
  const position = ticketTypeId % nextSeatBit
  const rider = knownRiders[position] ?? othersOf(riders)[position - knownRiders.length]
  return rider === undefined ? null : { classId: Math.floor(ticketTypeId / riderBits), rider }
}

function othersOf(riders: readonly RiderCode[]): string[] {
  return riders
    .map(({ code }) => code)
    .filter((code) => !knownRiders.some((known) => known === code))
    .toSorted()
}

export function baggageTypeOf(baggageId: number): number {
  return baggageTypeBase + baggageId
}

export function baggageOfType(ticketTypeId: number): number | null {
  return ticketTypeId >= baggageTypeBase ? ticketTypeId - baggageTypeBase : null
}

/** Passenger type of the specification: 0 adult, 1 child. */
export function passengerKindOf(rider: string): 0 | 1 {
  return rider === 'child' || rider === 'infant' ? 1 : 0
}
