/** Ids and names of sold journeys; they are stored in order lines and tickets, so they must not change. */
import { invariant } from '#kernel/result.ts'
import { riderNumber } from '#modules/timetable/server/public-api.ts'
import type { AgencyTerms, CompanionAges, RiderTerms } from '#modules/timetable/shapes.ts'

export const transportName = 'transport'
/** The transport category of the specification. */
export const transportCategory = 2

/** Numbers below this are in the lower range of ticket types, all of which were in use first. */
const lowerNumbers = 16
/** Of a class in the lower range: a ticket type for each number, and one for its further seats. */
const lowerTypes = 2 * lowerNumbers
/** The upper range, for numbers from `lowerNumbers` on. */
const upperTypeBase = 500_000_000
const upperTypes = 512
/** Lowest ticket type id of baggage. */
const baggageTypeBase = 1_000_000_000

type RiderCode = Pick<RiderTerms, 'code' | 'number'>

/** The rider categories of a carrier's tickets: wheelchair users have them also without a fare of their own. */
function ofTickets(riders: readonly RiderCode[]): readonly RiderCode[] {
  const code = 'wheelchair'
  return riders.some((rider) => rider.code === code) ? riders : [...riders, { code }]
}

/**
 * Ticket type id of a rider category in a class. The further seats of a passenger who changes seats on the way have their
 * own ticket types, without a fee.
 */
export function ticketTypeOf(
  classId: number,
  rider: string,
  riders: readonly RiderCode[],
  isNextSeat = false,
): number {
  const known = ofTickets(riders).find(({ code }) => code === rider)
  invariant(known, 'the carrier has the rider category')
  const number = riderNumber(known, riders)
  return number < lowerNumbers
    ? classId * lowerTypes + number + (isNextSeat ? lowerNumbers : 0)
    : upperTypeBase + classId * upperTypes + 2 * (number - lowerNumbers) + (isNextSeat ? 1 : 0)
}

/** Whether a ticket type is that of further seats; see `ticketTypeOf`. */
export function isNextSeatType(ticketTypeId: number): boolean {
  return partsOf(ticketTypeId).isNextSeat
}

function partsOf(ticketTypeId: number) {
  if (ticketTypeId < upperTypeBase)
    return {
      classId: Math.floor(ticketTypeId / lowerTypes),
      number: ticketTypeId % lowerNumbers,
      isNextSeat: ticketTypeId % lowerTypes >= lowerNumbers,
    }
  const upper = ticketTypeId - upperTypeBase
  return {
    classId: Math.floor(upper / upperTypes),
    number: lowerNumbers + Math.floor((upper % upperTypes) / 2),
    isNextSeat: upper % 2 === 1,
  }
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
  const { classId, number } = partsOf(ticketTypeId)
  const known = ofTickets(riders).find((rider) => riderNumber(rider, riders) === number)
  return known ? { classId, rider: known.code } : null
}

export function baggageTypeOf(baggageId: number): number {
  return baggageTypeBase + baggageId
}

export function baggageOfType(ticketTypeId: number): number | null {
  return ticketTypeId >= baggageTypeBase ? ticketTypeId - baggageTypeBase : null
}

/** Passenger type of the specification: 0 adult, 1 child. */
/** Whether nobody old enough to travel alone has a ticket of this rider category. */
export function isOfChild(
  { code, ageMax }: Pick<RiderTerms, 'code' | 'ageMax'>,
  { aloneFromAge }: CompanionAges,
): boolean {
  if (ageMax !== null) return ageMax < aloneFromAge
  return aloneFromAge > 0 && passengerKindOf(code) === 1
}

/** Whether nobody old enough to accompany others has a ticket of this rider category. */
export function isOfMinor(
  { code, ageMax }: Pick<RiderTerms, 'code' | 'ageMax'>,
  { companionFromAge }: CompanionAges,
): boolean {
  return ageMax === null ? passengerKindOf(code) === 1 : ageMax < companionFromAge
}

export function passengerKindOf(rider: string): 0 | 1 {
  return rider === 'child' || rider === 'infant' ? 1 : 0
}
