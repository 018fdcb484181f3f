/** Numbers and names under which journeys are sold; stored in lines and tickets, so they never change. */

export const transportName = 'transport'
/** Number of the specification's category of transport. */
export const transportCategory = 2

const riderBits = 32
/** Ticket types of baggage begin here. */
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

/** Beside the types of those who keep their seat: the further seats of a passenger who changes seats on the way, without a fee. */
const nextSeatBit = 16

/** The ticket type of a rider in a class. */
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

/** Class and rider of a ticket type; null of what is no passenger's. */
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

/** Specification's passenger type: 1 a child. */
export function passengerKindOf(rider: string): 0 | 1 {
  return rider === 'child' || rider === 'infant' ? 1 : 0
}
