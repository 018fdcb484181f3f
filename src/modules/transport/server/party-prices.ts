/** What a party pays for the rides of a journey, and on which of them it keeps its seats. */
import { money, type Money } from '#kernel/money.ts'
import {
  isSameVehicle,
  ridersOnSale,
  type Network,
  type Stretch,
} from '#modules/timetable/server/public-api.ts'
import type { RiderTerms } from '#modules/timetable/shapes.ts'
import { riderMinor, seatsLeft, spaceOffers, spacesLeft } from './offers.ts'
import type { OfferedSegment } from './present-segment.ts'
import { joinedPart, throughGroups } from './through-seats.ts'

/** Number of passengers by rider category. */
export type Party = ReadonlyMap<string, number>

export const oneAdult: Party = new Map([['adult', 1]])

export interface RiderCounts {
  readonly adults: number
  readonly children: number
  readonly infants: number
  readonly students: number
  readonly pensioners: number
  readonly wheelchairs: number
  readonly companions: number
}

export function partyOf(counts: RiderCounts): Party {
  const party = new Map([
    ['adult', counts.adults],
    ['child', counts.children],
    ['infant', counts.infants],
    ['student', counts.students],
    ['pensioner', counts.pensioners],
    ['wheelchair', counts.wheelchairs],
    ['companion', counts.companions],
  ])
  for (const [rider, count] of party) if (count === 0) party.delete(rider)
  return party.size === 0 ? oneAdult : party
}

export function sizeOf(party: Party): number {
  return [...party.values()].reduce((sum, count) => sum + count, 0)
}

/** What a party pays for a departure; null if it cannot travel. Without a seat left there may be a wheelchair space. */
export function priceFor(offered: OfferedSegment | null, party: Party): number | null {
  return choiceFor(offered, party)?.priceMinor ?? null
}

function choiceFor(offered: OfferedSegment | null, party: Party): PartyChoice | null {
  return offered?.sale === 'open' || offered?.sale === 'full' ? partyChoice(offered, party) : null
}

interface PartyChoice {
  readonly priceMinor: number
  readonly classId: number
}

/**
 * Total for a party, in minor units, in the cheapest class with enough seats; null if there is none, or no space for a
 * wheelchair. A rider category for which the carrier has no fare travels as an adult, as when seats are chosen.
 */
function partyChoice(offered: OfferedSegment, party: Party): PartyChoice | null {
  const { stretch, offers, left } = offered
  const { terms } = stretch.run.agency
  const riders = ridersOnSale(terms)
  const inSpaces = spacesPrice(offered, party.get('wheelchair') ?? 0, riders)
  if (inSpaces === null) return null
  let best: PartyChoice | null = null
  for (const offer of offers) {
    if ((left.get(offer.classId) ?? 0) < seatsOf(party, riders)) continue
    let total = inSpaces
    for (const [rider, count] of party) {
      if (rider === 'wheelchair') continue
      const minor = riderMinor(offer, rider, riders) ?? riderMinor(offer, 'adult', riders)
      if (minor === null) return null
      total += count * (minor + terms.serviceFeeMinor)
    }
    if (best === null || total < best.priceMinor)
      best = { priceMinor: total, classId: offer.classId }
  }
  return best
}

/** Total for wheelchair users in the cheapest free spaces; null if there are fewer spaces. */
function spacesPrice(
  { stretch, offers, spaces }: OfferedSegment,
  wheelchairs: number,
  riders: readonly RiderTerms[],
): number | null {
  const chosen = spaceOffers(offers, spaces, wheelchairs)
  if (chosen.length < wheelchairs) return null
  const { serviceFeeMinor } = stretch.run.agency.terms
  let total = 0
  for (const offer of chosen) {
    const minor = riderMinor(offer, 'wheelchair', riders)
    if (minor === null) return null
    total += minor + serviceFeeMinor
  }
  return total
}

/** Number of ordinary seats required by a party; companions for whom there is no fare take one. */
function seatsOf(party: Party, riders: readonly RiderTerms[]): number {
  const apart = ['wheelchair', 'companion'].filter((rider) =>
    riders.some(({ code }) => code === rider),
  )
  return apart.reduce((seats, rider) => seats - (party.get(rider) ?? 0), sizeOf(party))
}

export interface JourneyRide {
  readonly stretch: Stretch
  readonly offered: OfferedSegment | null
}

/** The rides on which the party can keep the seats of the ride before, in the class in which each of them is cheapest. */
export function seatedRides(
  network: Network,
  itinerary: readonly JourneyRide[],
  party: Party,
): ReadonlySet<JourneyRide> {
  const groups = throughGroups(
    itinerary,
    (before, after) => isSameVehicle(network, before.stretch, after.stretch),
    (rides) => (hasSeats(rides, party) ? true : null),
  )
  return new Set(groups.flatMap(({ rides }) => rides.slice(1)))
}

function hasSeats(rides: readonly JourneyRide[], party: Party): boolean {
  const offered = rides.flatMap((ride) => ride.offered ?? [])
  const classIds = new Set(offered.map((one) => choiceFor(one, party)?.classId))
  const [classId] = classIds
  const joined = joinedPart(offered)
  if (!joined || offered.length < rides.length || classIds.size > 1 || classId === undefined)
    return false
  const { stretch, use } = joined
  const seats = seatsOf(party, ridersOnSale(stretch.run.agency.terms))
  const spaces = [...spacesLeft(stretch, use).values()].reduce((sum, count) => sum + count, 0)
  return (
    (seatsLeft(stretch, use).get(classId) ?? 0) >= seats && spaces >= (party.get('wheelchair') ?? 0)
  )
}

/** The lowest of these prices; null if all are unknown. */
export function lowestOf(pricesMinor: readonly (number | null)[]): Money | null {
  const known = pricesMinor.filter((minor) => minor !== null)
  return known.length === 0 ? null : money(Math.min(...known))
}
