/** Numbers of rider categories, and which of them are sold. Pure. */
import { knownRiders, type AgencyTerms, type RiderTerms } from '../shapes.ts'

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

/** The rider categories that tickets are sold for. */
export function ridersOnSale({ riders }: Pick<AgencyTerms, 'riders'>): readonly RiderTerms[] {
  return riders.filter(({ isRetired }) => isRetired !== true)
}
