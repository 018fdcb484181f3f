/** Numbers of rider categories, and which of them are sold. Pure. */
import { knownRiders, type AgencyTerms, type RiderTerms, type TimetableText } from '../shapes.ts'

type Numbered = Pick<RiderTerms, 'code' | 'number'>

/** The number of a rider category of a carrier; without a stored one, by its place among the others. */
export function riderNumber(rider: Numbered, riders: readonly Numbered[]): number {
  if (rider.number !== undefined) return rider.number
  const known = knownNumber(rider.code)
  return known ?? knownRiders.length + othersOf(riders).indexOf(rider.code)
}

/** A number for another category that none of these has or had. */
export function nextRiderNumber(code: string, riders: readonly Numbered[]): number {
  const last = Math.max(...riders.map((rider) => riderNumber(rider, riders)))
  return knownNumber(code) ?? Math.max(last + 1, knownRiders.length)
}

function knownNumber(code: string): number | undefined {
  const known = knownRiders.findIndex((one) => one === code)
  return known < 0 ? undefined : known
}

function othersOf(riders: readonly Numbered[]): string[] {
  return riders
    .map(({ code }) => code)
    .filter((code) => knownNumber(code) === undefined)
    .toSorted()
}

type Riders = Pick<AgencyTerms, 'riders'>

/** The rider categories that a carrier has fares for. */
export function ownRidersOnSale({ riders }: Riders): readonly RiderTerms[] {
  return riders.filter(({ isRetired }) => isRetired !== true)
}

/**
 * The rider categories that tickets are sold for. Wheelchair users are one of them everywhere, since they need a space of
 * their own: for the fare of adults where the carrier has none for them.
 */
export function ridersOnSale(terms: Riders): readonly RiderTerms[] {
  return withWheelchairUsers(ownRidersOnSale(terms))
}

/** The rider categories that tickets may have, sold before the carrier's last change or after it. */
export function ridersOfTickets({ riders }: Riders): readonly RiderTerms[] {
  return withWheelchairUsers(riders)
}

const wheelchairUser: TimetableText = {
  ka: 'ეტლით მოსარგებლე',
  en: 'Wheelchair user',
  ru: 'Пассажир в коляске',
  az: 'Əlil arabasında sərnişin',
}

function withWheelchairUsers(riders: readonly RiderTerms[]): readonly RiderTerms[] {
  const adult = riders.find(({ code }) => code === 'adult')
  if (!adult || riders.some(({ code }) => code === 'wheelchair')) return riders
  const { number: _number, ...fare } = adult
  return [
    ...riders,
    // Of any age, like the fare that carriers have for them.
    { ...fare, code: 'wheelchair', name: wheelchairUser, ageMin: null, ageMax: null },
  ]
}
